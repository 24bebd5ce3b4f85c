import { assign, setup } from 'xstate'
import type { FlugzeugErrorCause } from '../../src/api/contract.ts'
import { unprovidedPromise } from '../../src/machines/unprovided.ts'
import { messageOf } from '../log-errors.ts'
import {
  canExtend,
  curtailedUntil,
  extendedUntil,
  isLeaseOver,
  type LeaseState,
  newLeaseUntil,
  untilLeaseCheck,
} from '../runtime/lease-terms.ts'
import { startCauseOf } from './start-error.ts'

/** A desktop that is older than this process begins as `stopped`, or as `running` if it still runs. */
export type DesktopBeginning =
  | { from: 'new' | 'stopped' }
  | {
      from: 'running'
      /** When it is stopped. */
      stopAt: number
      /** The token by which it is shared. */
      view: string | null
    }

type DesktopInput = { id: string } & Pick<LeaseState, 'now' | 'terms'> & DesktopBeginning

export interface DesktopContext extends LeaseState {
  id: string
  from: DesktopBeginning['from']
  /** The token by which team mates may watch it. Null: they may not. */
  view: string | null
  /** Why it is in error: for its user, and for the log. */
  failure: { code: FlugzeugErrorCause; reason: string } | null
}

export type DesktopEvent =
  | { type: 'desktop.start' }
  | { type: 'desktop.stop' }
  | { type: 'desktop.extend' }
  | { type: 'desktop.reset' }
  /** Let team mates watch, by this token. */
  | { type: 'view.begin'; token: string }
  | { type: 'view.end' }
  /** The event was replaced. */
  | { type: 'terms.changed' }
  | { type: 'session.ended'; reason: string | null; code?: FlugzeugErrorCause | undefined }

/** One user's desktop. Its top states are the contract's statuses, `removing` and `removed`. */
export const platformDesktopMachine = setup({
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
    keepFailure: assign({
      failure: (_, failure: { code: FlugzeugErrorCause; reason: string }) => failure,
    }),
    beginLease: assign({ stopAt: ({ context }) => newLeaseUntil(context), failure: null }),
    extendLease: assign({ stopAt: ({ context }) => extendedUntil(context) }),
    curtailLease: assign({ stopAt: ({ context }) => curtailedUntil(context) }),
    endLease: assign({ stopAt: null }),
    keepView: assign({ view: (_, token: string) => token }),
    endView: assign({ view: null }),
  },
  guards: {
    isNew: ({ context }) => context.from === 'new',
    isRunning: ({ context }) => context.from === 'running',
    canExtend: ({ context }) => canExtend(context),
    isUnshared: ({ context }) => context.view === null,
    isDue: ({ context }) => isLeaseOver(context),
    isFailure: (_, reason: string | null) => reason !== null,
  },
  delays: { untilCheck: ({ context }) => untilLeaseCheck(context) },
}).createMachine({
  id: 'platform-desktop',
  context: ({ input }) => ({
    stopAt: null,
    view: null,
    ...input,
    failure: null,
  }),
  initial: 'deciding',
  on: { 'desktop.reset': '.removing' },
  states: {
    deciding: {
      always: [
        { guard: 'isNew', target: 'provisioning' },
        { guard: 'isRunning', target: 'running' },
        { target: 'stopped' },
      ],
    },
    provisioning: {
      invoke: {
        src: 'provision',
        input: ({ context }) => context.id,
        onDone: 'starting',
        onError: {
          target: 'error',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ code: 'start', reason: messageOf(event.error) }),
          },
        },
      },
    },
    starting: {
      invoke: {
        src: 'start',
        input: ({ context }) => context.id,
        onDone: { target: 'running', actions: 'beginLease' },
        onError: {
          target: 'error',
          actions: {
            type: 'keepFailure',
            params: ({ event: { error } }) => ({
              code: startCauseOf(error),
              reason: messageOf(error),
            }),
          },
        },
      },
      on: { 'desktop.stop': 'stopping' },
    },
    running: {
      exit: ['endLease', 'endView'],
      initial: 'leased',
      on: {
        'desktop.stop': 'stopping',
        'view.begin': {
          guard: 'isUnshared',
          actions: { type: 'keepView', params: ({ event }) => event.token },
        },
        'view.end': { actions: 'endView' },
        'session.ended': [
          {
            guard: { type: 'isFailure', params: ({ event }) => event.reason },
            target: 'error',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => ({
                code: event.code ?? 'ended',
                reason: `${event.reason}`,
              }),
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
            'desktop.extend': { guard: 'canExtend', actions: 'extendLease' },
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
            params: ({ event }) => ({ code: 'ended', reason: messageOf(event.error) }),
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
            params: ({ event }) => ({ code: 'ended', reason: messageOf(event.error) }),
          },
        },
      },
    },
    removed: { type: 'final' },
  },
})
