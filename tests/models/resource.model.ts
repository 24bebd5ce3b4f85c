import { createResource } from '../../src/machines/resource/machine.ts'
import { MOVING, resourceBehaviour } from './behaviours/resource.ts'
import { challenge } from './data.ts'
import type { World } from './harness/world.ts'
import { defineModel } from './harness.ts'

const resource = createResource<number>('resource', { isMoving: data => data === MOVING })

const input =
  (startsActive: boolean, interval: number) =>
  ({ serverClock, random }: World) => ({
    clock: serverClock,
    random,
    interval,
    startsActive,
    subject: challenge,
  })

export const resourceModel = defineModel<typeof resource>({
  machine: resource,
  inputs: [input(true, 10_000), input(false, Number.POSITIVE_INFINITY)],
  events: {
    'resource.activate': [{ type: 'resource.activate' }],
    'resource.deactivate': [{ type: 'resource.deactivate' }],
    'resource.refresh': [{ type: 'resource.refresh' }],
    'resource.stale': [{ type: 'resource.stale' }],
    'page.shown': { from: 'visibility', events: [{ type: 'page.shown' }] },
    'page.hidden': { from: 'visibility', events: [{ type: 'page.hidden' }] },
  },
  actors: { fetch: { done: [1, MOVING] }, visibility: 'callback' },
  begins: ['needed', 'not needed yet'],
  names: { fetch: ['answer', 'it moves'] },
  behaviour: resourceBehaviour,
})
