import { type ActorRefFrom, assign, setup, stateIn } from 'xstate'
import type { Flugzeug, FlugzeugStatus } from '../../api/contract.ts'
import { type Answer, type Failure, failureOf } from '../answer.ts'
import type { ClockRef } from '../clock/machine.ts'
import { BUSY_INTERVAL, POLL_INTERVAL, SHAKE_TIME } from '../constants.ts'
import type { PageVisibility } from '../event/events.ts'
import { canUseFlugzeug } from '../facts.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { FlugzeugEvent, FlugzeugPageEvent } from './events.ts'

export interface FlugzeugInput {
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
}

export interface FlugzeugContext extends FlugzeugInput {
  /** Null: there is no machine, or nobody knows yet. */
  readonly machine: Flugzeug | null
  /** Polls since the machine began to start or to stop; picks the waiting text. */
  readonly waitingPolls: number
  readonly failure: Failure | null
}

const isWaiting = (status: FlugzeugStatus | undefined) =>
  status === 'provisioning' || status === 'starting' || status === 'stopping'

const flugzeugSetup = setup({
  types: {
    context: {} as FlugzeugContext,
    events: {} as FlugzeugEvent | FlugzeugPageEvent | PageVisibility,
    input: {} as FlugzeugInput,
    tags: {} as 'changing',
  },
  actors: {
    /** Null: the call was refused with NO_FLUGZEUG. */
    fetchFlugzeug: unprovidedPromise<Flugzeug | null>('fetchFlugzeug'),
    createFlugzeug: unprovidedPromise<void>('createFlugzeug'),
    startFlugzeug: unprovidedPromise<void>('startFlugzeug'),
    stopFlugzeug: unprovidedPromise<void>('stopFlugzeug'),
    resetFlugzeug: unprovidedPromise<void>('resetFlugzeug'),
    prolongFlugzeug:
      unprovidedPromise<Answer<undefined, 'CANNOT_PROLONG_FLUGZEUG'>>('prolongFlugzeug'),
    visibility: unprovidedCallback<PageVisibility>('visibility'),
  },
  guards: {
    isOpen: stateIn({ page: 'open' }),
    isEnabled: ({ event }) => event.type === 'facts.changed' && canUseFlugzeug(event.facts),
    isDisabled: ({ event }) => event.type === 'facts.changed' && !canUseFlugzeug(event.facts),
    hasStatus: ({ context }, status: FlugzeugStatus) => context.machine?.status === status,
  },
  delays: {
    pollInterval: ({ context }) =>
      (isWaiting(context.machine?.status) ? BUSY_INTERVAL : POLL_INTERVAL) *
      (0.9 + 0.2 * context.random()),
    retryDelay: POLL_INTERVAL,
    shakeTime: SHAKE_TIME,
  },
  actions: {
    keep: assign(({ context }, machine: Flugzeug | null) => ({
      machine,
      waitingPolls: machine?.status === context.machine?.status ? context.waitingPolls + 1 : 0,
    })),
  },
})

/** A known state of the machine, asked for again and again while the page is looked at. */
const polled = flugzeugSetup.createStateConfig({
  initial: 'visible',
  states: {
    visible: {
      invoke: { src: 'visibility' },
      on: { 'page.hidden': 'hidden', 'desktop.ticketRequested': 'refreshing' },
      after: { pollInterval: 'refreshing' },
    },
    hidden: {
      invoke: { src: 'visibility' },
      on: { 'page.shown': 'refreshing', 'desktop.ticketRequested': 'refreshing' },
    },
    refreshing: {
      invoke: {
        src: 'fetchFlugzeug',
        onDone: {
          target: '#known',
          actions: { type: 'keep', params: ({ event }) => event.output },
        },
        onError: {
          target: 'visible',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
  },
})

/** The end of a change: what it did is looked up before its button is free again. */
const settling = flugzeugSetup.createStateConfig({
  invoke: {
    src: 'fetchFlugzeug',
    onDone: [
      {
        guard: 'isOpen',
        target: '#known',
        actions: { type: 'keep', params: ({ event }) => event.output },
      },
      { target: '#idle', actions: { type: 'keep', params: ({ event }) => event.output } },
    ],
    onError: {
      target: '#idle',
      actions: assign({ failure: ({ event }) => failureOf(event.error) }),
    },
  },
})

export const flugzeugMachine = flugzeugSetup.createMachine({
  id: 'flugzeug',
  context: ({ input }) => ({ ...input, machine: null, waitingPolls: 0, failure: null }),
  type: 'parallel',
  states: {
    page: {
      initial: 'closed',
      states: {
        closed: { on: { 'page.entered': 'open' } },
        open: { on: { 'page.left': 'closed' } },
      },
    },
    machine: {
      initial: 'disabled',
      on: { 'facts.changed': { guard: 'isDisabled', target: '.disabled' } },
      states: {
        disabled: { on: { 'facts.changed': { guard: 'isEnabled', target: 'idle' } } },
        idle: { id: 'idle', always: { guard: 'isOpen', target: 'loading' } },
        loading: {
          on: { 'page.left': 'idle' },
          invoke: {
            src: 'fetchFlugzeug',
            onDone: {
              target: 'known',
              actions: { type: 'keep', params: ({ event }) => event.output },
            },
            onError: {
              target: 'failed',
              actions: assign({ failure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        failed: {
          on: { 'page.left': 'idle', 'flugzeug.retry': 'loading' },
          after: { retryDelay: 'loading' },
        },
        known: {
          id: 'known',
          on: { 'page.left': 'idle' },
          initial: 'deciding',
          states: {
            deciding: {
              always: [
                { guard: { type: 'hasStatus', params: 'provisioning' }, target: 'provisioning' },
                { guard: { type: 'hasStatus', params: 'starting' }, target: 'starting' },
                { guard: { type: 'hasStatus', params: 'running' }, target: 'running' },
                { guard: { type: 'hasStatus', params: 'stopping' }, target: 'stopping' },
                { guard: { type: 'hasStatus', params: 'stopped' }, target: 'stopped' },
                { guard: { type: 'hasStatus', params: 'error' }, target: 'error' },
                { target: 'noMachine' },
              ],
            },
            noMachine: { ...polled, on: { 'flugzeug.start': '#changing.creating' } },
            provisioning: { ...polled, on: { 'flugzeug.reset': '#changing.resetting' } },
            starting: { ...polled, on: { 'flugzeug.reset': '#changing.resetting' } },
            running: {
              ...polled,
              on: {
                'flugzeug.prolong': '#changing.prolonging',
                'flugzeug.stop': '#changing.stopping',
                'flugzeug.reset': '#changing.resetting',
              },
            },
            stopping: { ...polled, on: { 'flugzeug.reset': '#changing.resetting' } },
            stopped: {
              ...polled,
              on: {
                'flugzeug.start': '#changing.starting',
                'flugzeug.reset': '#changing.resetting',
              },
            },
            error: { ...polled, on: { 'flugzeug.reset': '#changing.resetting' } },
          },
        },
        // Leaving the page cancels reads, never a change.
        changing: {
          id: 'changing',
          tags: 'changing',
          initial: 'creating',
          states: {
            creating: {
              initial: 'requesting',
              states: {
                requesting: {
                  invoke: {
                    src: 'createFlugzeug',
                    onDone: 'settling',
                    onError: {
                      target: 'settling',
                      actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                    },
                  },
                },
                settling,
              },
            },
            starting: {
              initial: 'requesting',
              states: {
                requesting: {
                  invoke: {
                    src: 'startFlugzeug',
                    onDone: 'settling',
                    onError: {
                      target: 'settling',
                      actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                    },
                  },
                },
                settling,
              },
            },
            stopping: {
              initial: 'requesting',
              states: {
                requesting: {
                  invoke: {
                    src: 'stopFlugzeug',
                    onDone: 'settling',
                    onError: {
                      target: 'settling',
                      actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                    },
                  },
                },
                settling,
              },
            },
            resetting: {
              initial: 'requesting',
              states: {
                requesting: {
                  invoke: {
                    src: 'resetFlugzeug',
                    onDone: 'settling',
                    onError: {
                      target: 'settling',
                      actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                    },
                  },
                },
                settling,
              },
            },
            prolonging: {
              initial: 'requesting',
              states: {
                requesting: {
                  invoke: {
                    src: 'prolongFlugzeug',
                    onDone: [
                      { guard: ({ event }) => event.output.ok, target: 'settling' },
                      { target: 'shaking' },
                    ],
                    onError: {
                      target: 'settling',
                      actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                    },
                  },
                },
                shaking: { after: { shakeTime: 'settling' } },
                settling,
              },
            },
          },
        },
      },
    },
  },
})

export type FlugzeugRef = ActorRefFrom<typeof flugzeugMachine>
