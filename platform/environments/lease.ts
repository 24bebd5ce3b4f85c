import { assign, type SnapshotFrom, setup } from 'xstate'
import type { Endpoint, EndReason } from '../../src/api/contract.ts'
import { unprovidedPromise } from '../../src/machines/unprovided.ts'
import type { Excess } from '../runtime/excess.ts'
import {
  canExtend,
  curtailedUntil,
  extendedUntil,
  isLeaseOver,
  type LeaseState,
  newLeaseUntil,
  untilLeaseCheck,
} from '../runtime/lease-terms.ts'
import { type Ending, EnvironmentStartError } from './driver.ts'

export interface LeaseInput extends Pick<LeaseState, 'now' | 'terms'> {
  /**
   * What was found running after a restart; null if it has to be started. If `stopAt` is null, it has no
   * end yet.
   */
  found: { endpoints: Endpoint[]; stopAt: number | null } | null
}

interface LeaseContext extends LeaseInput, LeaseState {
  endpoints: Endpoint[]
  /** Why it did not start, or ended early, for the organiser. */
  failure: string | null
  /** What its account learns of its end; null: somebody stopped it. */
  end: EndReason | null
}

export type LeaseEvent =
  | { type: 'lease.extend' }
  | { type: 'lease.stop' }
  /** The organisers stop it. */
  | { type: 'lease.revoke' }
  /** Ends the running environment, and starts it again. */
  | { type: 'lease.restart' }
  /** The event was replaced. */
  | { type: 'terms.changed' }
  /** It ended though nobody stopped it. */
  | ({ type: 'environment.ended' } & Ending)

/** The delay after the engine or the database failed, in milliseconds. */
const retryMs = 2000

const stops = {
  'lease.stop': 'stopping',
  'lease.revoke': { target: 'stopping', actions: 'keepRevoked' },
} as const

/**
 * The life of one environment, from the moment that it has a row in the database until that row is
 * deleted. While it waits in the queue it is `starting`, too.
 */
export const leaseMachine = setup({
  types: {
    context: {} as LeaseContext,
    events: {} as LeaseEvent,
    input: {} as LeaseInput,
  },
  actors: {
    /** Its signal is aborted when the environment is stopped. */
    bringUp: unprovidedPromise<Endpoint[]>('bringUp'),
    bringDown: unprovidedPromise<void>('bringDown'),
    /** Deletes the row, which frees the account's slot. */
    release: unprovidedPromise<void>('release'),
  },
  actions: {
    begin: assign({
      stopAt: ({ context }) => context.found?.stopAt ?? newLeaseUntil(context),
    }),
    extend: assign({ stopAt: ({ context }) => extendedUntil(context) }),
    curtail: assign({ stopAt: ({ context }) => curtailedUntil(context) }),
    withdraw: assign({ stopAt: null, endpoints: [] }),
    forgetFound: assign({ found: null }),
    keepFailure: assign((_, { reason, end }: { reason: string; end: EndReason }) => ({
      failure: reason,
      end,
    })),
    keepTimeOver: assign({ end: 'timeOver' }),
    keepRevoked: assign({ end: 'revoked' }),
  },
  guards: {
    isFound: ({ context }) => context.found !== null,
    hasFailed: ({ context }) => context.failure !== null,
    canExtend: ({ context }) => canExtend(context),
    isDue: ({ context }) => isLeaseOver(context),
  },
  delays: {
    untilCheck: ({ context }) => untilLeaseCheck(context),
    retry: retryMs,
  },
}).createMachine({
  id: 'lease',
  context: ({ input }) => ({
    ...input,
    endpoints: input.found?.endpoints ?? [],
    stopAt: null,
    failure: null,
    end: null,
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
              end: excessOf(error) ?? 'notStarted',
            }),
          },
        },
      },
      on: stops,
    },
    running: {
      entry: 'begin',
      exit: 'withdraw',
      initial: 'leased',
      on: {
        ...stops,
        'lease.restart': 'restarting',
        'environment.ended': {
          target: 'releasing',
          actions: {
            type: 'keepFailure',
            params: ({ event: { reason, excess } }) => ({ reason, end: excess ?? 'exited' }),
          },
        },
      },
      states: {
        leased: {
          after: {
            untilCheck: [
              { guard: 'isDue', target: '#lease.stopping', actions: 'keepTimeOver' },
              { target: 'leased', reenter: true },
            ],
          },
          on: {
            'terms.changed': { target: 'leased', reenter: true, actions: 'curtail' },
            'lease.extend': { guard: 'canExtend', actions: 'extend' },
          },
        },
      },
    },
    restarting: {
      entry: 'forgetFound',
      initial: 'asking',
      on: stops,
      states: {
        asking: { invoke: { src: 'bringDown', onDone: '#lease.starting', onError: 'waiting' } },
        waiting: { after: { retry: 'asking' } },
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

const excessOf = (error: unknown): Excess | undefined =>
  error instanceof EnvironmentStartError ? error.excess : undefined

export type LeaseSnapshot = SnapshotFrom<typeof leaseMachine>
