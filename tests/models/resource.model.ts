import { createResource } from '../../src/machines/resource/machine.ts'
import {
  type Answer,
  answers,
  moves,
  resourceBehaviour,
  STREAM,
  unannounced,
} from './behaviours/resource.ts'
import { challenge } from './data.ts'
import { stream } from './harness/intervals.ts'
import type { World } from './harness/world.ts'
import { defineModel } from './harness.ts'

const resource = createResource<Answer>('resource', {
  isMoving: answer => answer === moves,
  isAnnounced: answer => answer !== unannounced,
})

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
  inputs: [
    input(true, 10_000),
    input(false, Number.POSITIVE_INFINITY),
    input(true, 10_000),
    input(true, 600_000),
  ],
  neighbours: { live: index => stream(index >= STREAM) },
  events: {
    'resource.activate': [{ type: 'resource.activate' }],
    'resource.deactivate': [{ type: 'resource.deactivate' }],
    'resource.refresh': [{ type: 'resource.refresh' }],
    'resource.stale': [{ type: 'resource.stale' }],
    'page.shown': { from: 'visibility', events: [{ type: 'page.shown' }] },
    'page.hidden': { from: 'visibility', events: [{ type: 'page.hidden' }] },
  },
  actors: { fetch: { done: answers }, visibility: 'callback' },
  begins: ['needed', 'not needed yet', 'needed, with a stream', 'needed seldom, with a stream'],
  names: { fetch: ['answer', 'equal answer', 'it moves', 'not announced'] },
  walkLength: 2,
  behaviour: resourceBehaviour,
})
