import { assign, setup } from 'xstate'
import { clockCheckMs } from '../clock.ts'
import type { LeaseTerms } from '../environments/lease.ts'
import { messageOf } from '../log-errors.ts'
import { unprovidedPromise } from '../unprovided.ts'

export interface DesktopInput {
  id: string
  /** As they stand when they are asked for: a reload of the event changes them. */
  terms: () => LeaseTerms
  /** Milliseconds since the epoch. */
  now: () => number
  /** A desktop that is new, or one that was there before the platform started. */
  from: 'new' | 'stopped'
}

export interface DesktopContext extends DesktopInput {
  /** When the platform stops the desktop, in milliseconds since the epoch. */
  stopAt: number | null
  /** Why it is in error, for the log. */
  failure: string | null
}

export type DesktopEvent =
  | { type: 'desktop.start' }
  | { type: 'desktop.stop' }
  | { type: 'desktop.prolong' }
  | { type: 'desktop.reset' }
  /** The terms may be others now. */
  | { type: 'terms.changed' }
  | { type: 'session.ended'; reason: string | null }

/** One user's desktop on the platform. Its top states are the contract's, `removing` and `removed`. */
export const desktopMachine = setup({
  types: {
    context: {} as DesktopContext,
    events: {} as DesktopEvent,
    input: {} as DesktopInput,
  },
  actors: {
    provision: unprovidedPromise<void, string>('provision'),
    start: unprovidedPromise<void, string>('start'),
    stop: unprovidedPromise<void, string>('stop'),
    remove: unprovidedPromise<void, string>('remove'),
  },
  actions: {
    keepFailure: assign({ failure: (_, params: { reason: string }) => params.reason }),
    grantLease: assign({
      stopAt: ({ context: { now, terms } }) => Math.min(now() + terms().lifetimeMs, terms().end),
      failure: null,
    }),
    extendLease: assign({
      stopAt: ({ context: { stopAt, now, terms } }) =>
        Math.min((stopAt ?? now()) + terms().extensionMs, terms().end),
    }),
    curtailLease: assign({
      stopAt: ({ context: { stopAt, terms } }) =>
        stopAt === null ? null : Math.min(stopAt, terms().end),
    }),
    endLease: assign({ stopAt: null }),
  },
  guards: {
    isNew: ({ context }) => context.from === 'new',
    canProlong: ({ context: { stopAt, now, terms } }) => {
      const left = (stopAt ?? 0) - now()
      const { extendableInLastMs, end } = terms()
      return left > 0 && left <= extendableInLastMs && stopAt !== null && stopAt < end
    },
    isDue: ({ context: { stopAt, now } }) => (stopAt ?? 0) <= now(),
    isFailure: ({ event }) => event.type === 'session.ended' && event.reason !== null,
  },
  delays: {
    untilCheck: ({ context }) =>
      Math.max(0, Math.min(clockCheckMs, (context.stopAt ?? 0) - context.now())),
  },
}).createMachine({
  id: 'platform-desktop',
  context: ({ input }) => ({ ...input, stopAt: null, failure: null }),
  initial: 'deciding',
  on: { 'desktop.reset': '.removing' },
  states: {
    deciding: { always: [{ guard: 'isNew', target: 'provisioning' }, { target: 'stopped' }] },
    provisioning: {
      invoke: {
        src: 'provision',
        input: ({ context }) => context.id,
        onDone: 'starting',
        onError: {
          target: 'error',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ reason: messageOf(event.error) }),
          },
        },
      },
    },
    starting: {
      invoke: {
        src: 'start',
        input: ({ context }) => context.id,
        onDone: 'running',
        onError: {
          target: 'error',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ reason: messageOf(event.error) }),
          },
        },
      },
      on: { 'desktop.stop': 'stopping' },
    },
    running: {
      entry: 'grantLease',
      exit: 'endLease',
      initial: 'leased',
      on: {
        'desktop.stop': 'stopping',
        'session.ended': [
          {
            guard: 'isFailure',
            target: 'error',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => ({ reason: `${event.reason}` }),
            },
          },
          { target: 'stopped' },
        ],
      },
      states: {
        leased: {
          after: {
            untilCheck: [
              { guard: 'isDue', target: '#platform-desktop.stopping' },
              { target: 'leased', reenter: true },
            ],
          },
          on: {
            'terms.changed': { target: 'leased', reenter: true, actions: 'curtailLease' },
            'desktop.prolong': {
              guard: 'canProlong',
              target: 'leased',
              reenter: true,
              actions: 'extendLease',
            },
          },
        },
      },
    },
    stopping: {
      invoke: {
        src: 'stop',
        input: ({ context }) => context.id,
        onDone: 'stopped',
        onError: {
          target: 'error',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ reason: messageOf(event.error) }),
          },
        },
      },
    },
    stopped: { on: { 'desktop.start': 'starting' } },
    error: { on: { 'desktop.start': 'starting', 'desktop.stop': 'stopping' } },
    removing: {
      on: { 'desktop.reset': undefined },
      invoke: {
        src: 'remove',
        input: ({ context }) => context.id,
        onDone: 'removed',
        onError: {
          target: 'error',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ reason: messageOf(event.error) }),
          },
        },
      },
    },
    removed: { type: 'final' },
  },
})
