import { EnvironmentStartError } from '../../platform/environments/driver.ts'
import { leaseMachine } from '../../platform/environments/lease.ts'
import { endpoints, foundUntil, leaseBehaviour } from './behaviours/platform/lease.ts'
import { defineModel } from './harness.ts'
import { replacement, termsIn, timeKey } from './terms.ts'

export const leaseModel = defineModel<typeof leaseMachine>({
  machine: leaseMachine,
  inputs: [
    world => ({ found: null, now: world.now, terms: termsIn(world) }),
    world => ({
      found: { endpoints, stopAt: foundUntil },
      now: world.now,
      terms: termsIn(world),
    }),
    world => ({ found: { endpoints, stopAt: null }, now: world.now, terms: termsIn(world) }),
  ],
  events: {
    'lease.extend': [{ type: 'lease.extend' }],
    'lease.stop': [{ type: 'lease.stop' }],
    'lease.revoke': [{ type: 'lease.revoke' }],
    'lease.restart': [{ type: 'lease.restart' }],
    'terms.changed': [{ type: 'terms.changed' }],
    'environment.ended': [
      { type: 'environment.ended', reason: 'it ended' },
      { type: 'environment.ended', reason: 'it used too much', excess: 'memory' },
    ],
  },
  actors: {
    bringUp: {
      done: [endpoints],
      error: [new Error('Nobody expected this.'), new EnvironmentStartError('no room', 'disk')],
    },
    bringDown: { done: [undefined] },
    release: { done: [undefined] },
  },
  jumps: [60_000],
  sequences: replacement,
  key: ({ context, value }, world) =>
    value === 'starting' || context.stopAt !== null
      ? timeKey(world, context.stopAt)
      : context.failure,
  begins: ['new', 'found running', 'found running without an end'],
  names: { 'environment.ended': ['it ends by itself', 'it uses too much'] },
  behaviour: leaseBehaviour,
})
