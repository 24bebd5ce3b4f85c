import { type ActorRefFrom, assign, not } from 'xstate'
import { failureOf } from '../answer.ts'
import { changing } from './changing.ts'
import { polled } from './polled.ts'
import { flugzeugSetup } from './setup.ts'

const reset = { guard: 'isResetAsked', target: '#resetting' } as const

/** The user's desktop: what the server tells of it, what is being done to it, and its iframe. */
export const flugzeugMachine = flugzeugSetup.createMachine({
  id: 'flugzeug',
  context: ({ input }) => ({
    ...input,
    machine: null,
    updatedAt: null,
    waitingPolls: 0,
    frameUrl: null,
    readFailure: null,
    actionFailure: null,
  }),
  type: 'parallel',
  states: {
    page: {
      initial: 'closed',
      states: {
        closed: { on: { 'page.entered': { target: 'open', actions: 'beginPage' } } },
        open: { on: { 'page.left': { target: 'closed', actions: 'dropFrame' } } },
      },
    },
    machine: {
      initial: 'disabled',
      on: { 'facts.changed': { guard: 'isDisabled', target: '.disabled' } },
      states: {
        disabled: {
          entry: 'dropFrame',
          on: { 'facts.changed': { guard: 'isEnabled', target: 'idle' } },
        },
        idle: { id: 'idle', always: { guard: 'isOpen', target: 'loading' } },
        loading: {
          on: { 'page.left': 'idle' },
          invoke: {
            src: 'fetchFlugzeug',
            onDone: {
              target: 'known',
              actions: [{ type: 'keep', params: ({ event }) => event.output }, 'tellRead'],
            },
            onError: {
              target: 'failed',
              actions: assign(({ event }) => ({ readFailure: failureOf(event.error) })),
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
            noMachine: { ...polled, on: { 'flugzeug.start': '#creating' } },
            provisioning: { ...polled, on: { 'flugzeug.reset': reset } },
            starting: { ...polled, on: { 'flugzeug.reset': reset } },
            running: {
              ...polled,
              on: {
                'flugzeug.prolong': '#prolonging',
                'flugzeug.stop': '#stopping',
                'flugzeug.reset': reset,
                // Also during a fetch: its answer may be from before.
                'desktop.ticketRequested': '.refreshing',
                'desktop.ended': '.refreshing',
              },
            },
            stopping: { ...polled, on: { 'flugzeug.reset': reset } },
            stopped: { ...polled, on: { 'flugzeug.start': '#starting', 'flugzeug.reset': reset } },
            error: { ...polled, on: { 'flugzeug.reset': reset } },
          },
        },
        changing,
      },
    },
    // Reset deletes everything, so it is asked for twice.
    question: {
      initial: 'closed',
      states: {
        closed: { on: { 'reset.requested': { guard: 'isResettable', target: 'open' } } },
        open: {
          always: { guard: not('hasMachine'), target: 'closed' },
          on: { 'reset.cancelled': 'closed', 'flugzeug.reset': 'closed', 'page.left': 'closed' },
        },
      },
    },
    // Whoever starts it wants to use it: the keyboard goes in as soon as it is there.
    keyboard: {
      initial: 'elsewhere',
      states: {
        elsewhere: { always: { guard: 'isStartAsked', target: 'awaited' } },
        awaited: {
          on: {
            'desktop.connected': { target: 'elsewhere', actions: 'offerFocus' },
            'page.left': 'elsewhere',
          },
        },
      },
    },
    frame: {
      initial: 'absent',
      states: {
        absent: { always: { guard: 'hasFrame', target: 'present' } },
        present: {
          invoke: { src: 'desktopFrame', id: 'desktopFrame' },
          always: { guard: not('hasFrame'), target: 'absent' },
          initial: 'served',
          states: {
            served: { on: { 'desktop.ticketRequested': 'waiting' } },
            waiting: { on: { 'flugzeug.read': { target: 'served', actions: 'giveTicket' } } },
          },
          on: {
            'desktop.enter': { actions: 'giveFocus' },
            'desktop.left': { actions: 'takeFocus' },
            'desktop.fullscreenToggled': { actions: 'toggleFullscreen' },
          },
        },
      },
    },
  },
})

export type FlugzeugRef = ActorRefFrom<typeof flugzeugMachine>
