import { leaseMachine } from '../../platform/environments/lease.ts'
import { START } from '../support/time.ts'
import { defineModel } from './harness.ts'
import { endpoints, leaseOracle } from './oracles/lease-oracle.ts'
import { replacement, termsIn, timeKey } from './terms.ts'

export const leaseModel = defineModel<typeof leaseMachine>({
  machine: leaseMachine,
  inputs: [
    world => ({ found: null, now: world.now, terms: termsIn(world) }),
    world => ({
      found: { endpoints, stopAt: START + 1000 },
      now: world.now,
      terms: termsIn(world),
    }),
    world => ({ found: { endpoints, stopAt: null }, now: world.now, terms: termsIn(world) }),
  ],
  events: {
    'lease.extend': [{ type: 'lease.extend' }],
    'lease.stop': [{ type: 'lease.stop' }],
    'lease.restart': [{ type: 'lease.restart' }],
    'terms.changed': [{ type: 'terms.changed' }],
    'environment.ended': [{ type: 'environment.ended', reason: 'it ended' }],
  },
  actors: {
    bringUp: { done: [endpoints] },
    bringDown: { done: [undefined] },
    release: { done: [undefined] },
  },
  jumps: [60_000],
  sequences: replacement,
  key: ({ context, value }, world) =>
    value === 'starting' || context.stopAt !== null
      ? timeKey(world, context.stopAt)
      : context.failure,
  oracle: leaseOracle,
})
