import { assign, type SnapshotFrom, setup } from 'xstate'
import type { Endpoint } from '../../src/api/contract.ts'
import { clockCheckMs } from '../clock.ts'
import type { Lease } from '../event/model.ts'
import { unprovidedPromise } from '../unprovided.ts'

export interface LeaseTerms extends Lease {
  /** When the event ends every environment, in milliseconds since the epoch. */
  end: number
}

export interface LeaseInput {
  /** As they stand when they are asked for: a reload of the event changes them. */
  terms: () => LeaseTerms
  /** Milliseconds since the epoch. */
  now: () => number
  /** What was found running after a restart; null: to be started. `stopAt` null: it has no end yet. */
  found: { endpoints: Endpoint[]; stopAt: number | null } | null
}

interface LeaseContext extends LeaseInput {
  endpoints: Endpoint[]
  /** When the platform stops the environment, in milliseconds since the epoch. */
  stopAt: number | null
  /** Why it did not start, or ended before its time. */
  failure: string | null
}

export type LeaseEvent =
  | { type: 'lease.prolong' }
  | { type: 'lease.stop' }
  /** The terms may be others now. */
  | { type: 'terms.changed' }
  /** It ended though nobody stopped it. */
  | { type: 'environment.ended' }

/** How long to wait before the engine or the database is asked again after it failed, in ms. */
const retryAfter = 2000

/**
 * The life of one environment, from the moment that an account holds a place for it until the place
 * is free again. It waits for its turn in `starting`, too: nobody can tell the difference.
 */
export const leaseMachine = setup({
  types: {
    context: {} as LeaseContext,
    events: {} as LeaseEvent,
    input: {} as LeaseInput,
  },
  actors: {
    /** Its signal is aborted when the start is. */
    bringUp: unprovidedPromise<Endpoint[]>('bringUp'),
    bringDown: unprovidedPromise<void>('bringDown'),
    /** Gives the account's place back. */
    release: unprovidedPromise<void>('release'),
  },
  actions: {
    grant: assign({
      stopAt: ({ context: { found, now, terms } }) => {
        const { lifetimeMs, end } = terms()
        return found?.stopAt ?? Math.min(now() + lifetimeMs, end)
      },
    }),
    extend: assign({
      stopAt: ({ context: { stopAt, now, terms } }) => {
        const { extensionMs, end } = terms()
        return Math.min((stopAt ?? now()) + extensionMs, end)
      },
    }),
    curtail: assign({
      stopAt: ({ context: { stopAt, terms } }) =>
        stopAt === null ? null : Math.min(stopAt, terms().end),
    }),
    withdraw: assign({ stopAt: null, endpoints: [] }),
    keepFailure: assign({ failure: (_, { reason }: { reason: string }) => reason }),
  },
  guards: {
    isFound: ({ context }) => context.found !== null,
    hasFailed: ({ context }) => context.failure !== null,
    canProlong: ({ context: { stopAt, now, terms } }) => {
      const { extendableInLastMs, end } = terms()
      const left = (stopAt ?? 0) - now()
      return left > 0 && left <= extendableInLastMs && stopAt !== null && stopAt < end
    },
    isDue: ({ context: { stopAt, now } }) => (stopAt ?? 0) <= now(),
  },
  delays: {
    untilCheck: ({ context }) =>
      Math.max(0, Math.min(clockCheckMs, (context.stopAt ?? 0) - context.now())),
    retry: retryAfter,
  },
}).createMachine({
  id: 'lease',
  context: ({ input }) => ({
    ...input,
    endpoints: input.found?.endpoints ?? [],
    stopAt: null,
    failure: null,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isFound', target: 'running' }, { target: 'starting' }] },
    starting: {
      invoke: {
        src: 'bringUp',
        onDone: { target: 'running', actions: assign({ endpoints: ({ event }) => event.output }) },
        onError: {
          target: 'releasing',
          actions: {
            type: 'keepFailure',
            params: ({ event: { error } }) => ({
              reason: error instanceof Error ? error.message : String(error),
            }),
          },
        },
      },
      on: { 'lease.stop': 'stopping' },
    },
    running: {
      entry: 'grant',
      exit: 'withdraw',
      initial: 'leased',
      on: {
        'lease.stop': 'stopping',
        'environment.ended': {
          target: 'releasing',
          actions: { type: 'keepFailure', params: { reason: 'it ended by itself' } },
        },
      },
      states: {
        leased: {
          after: {
            untilCheck: [
              { guard: 'isDue', target: '#lease.stopping' },
              { target: 'leased', reenter: true },
            ],
          },
          on: {
            'terms.changed': { target: 'leased', reenter: true, actions: 'curtail' },
            'lease.prolong': {
              guard: 'canProlong',
              target: 'leased',
              reenter: true,
              actions: 'extend',
            },
          },
        },
      },
    },
    stopping: {
      initial: 'asking',
      states: {
        asking: { invoke: { src: 'bringDown', onDone: '#lease.releasing', onError: 'waiting' } },
        waiting: { after: { retry: 'asking' } },
      },
    },
    releasing: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'release',
            onDone: [{ guard: 'hasFailed', target: '#lease.failed' }, { target: '#lease.ended' }],
            onError: 'waiting',
          },
        },
        waiting: { after: { retry: 'asking' } },
      },
    },
    ended: { type: 'final' },
    failed: { type: 'final' },
  },
})

export type LeaseSnapshot = SnapshotFrom<typeof leaseMachine>
