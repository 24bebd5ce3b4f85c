import { not } from 'xstate'
import type { Flugzeug } from '../../api/contract.ts'
import { POLL_INTERVAL } from '../constants.ts'
import { nothingRead, onReading } from '../resource/reading.ts'
import { changing } from './requests.ts'
import { flugzeugSetup } from './setup.ts'

const reset = { guard: 'isResetAsked', target: '#resetting' } as const

/** The user's desktop: its status at the server, the changes in flight, and its iframe. */
export const flugzeugMachine = flugzeugSetup.createMachine({
  id: 'flugzeug',
  context: ({ input }) => ({
    ...input,
    reading: nothingRead,
    waitingPolls: 0,
    frameUrl: null,
    changeFailure: null,
  }),
  type: 'parallel',
  invoke: {
    src: 'remoteDesktop',
    id: 'remoteDesktop',
    input: ({ context: { clock, random } }) => ({
      clock,
      random,
      interval: POLL_INTERVAL,
      startsActive: false,
    }),
    onSnapshot: onReading<Flugzeug | null>(),
  },
  states: {
    page: {
      initial: 'closed',
      states: {
        closed: { on: { 'page.entered': { target: 'open', actions: 'beginPage' } } },
        open: {
          invoke: {
            src: 'desktopView',
            id: 'desktopView',
            input: ({ context: { clock, random } }) => ({ clock, random }),
          },
          on: { 'page.left': { target: 'closed', actions: 'dropFrame' } },
        },
      },
    },
    desktop: {
      initial: 'disabled',
      on: {
        'facts.changed': {
          guard: { type: 'isDisabled', params: ({ event }) => event.facts },
          target: '.disabled',
        },
      },
      states: {
        disabled: {
          entry: 'dropFrame',
          on: {
            'facts.changed': {
              guard: { type: 'isEnabled', params: ({ event }) => event.facts },
              target: 'idle',
            },
          },
        },
        idle: { id: 'idle', always: { guard: 'isOpen', target: 'loading' } },
        loading: {
          on: { 'page.left': 'idle', 'read.succeeded': 'known', 'read.failed': 'failed' },
        },
        failed: {
          always: { guard: 'isFetching', target: 'loading' },
          on: { 'page.left': 'idle', 'flugzeug.retry': { actions: 'readAgain' } },
        },
        known: {
          id: 'known',
          on: { 'page.left': 'idle', 'read.succeeded': '.deciding' },
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
                { target: 'noDesktop' },
              ],
            },
            noDesktop: { on: { 'flugzeug.start': '#creating' } },
            provisioning: { on: { 'flugzeug.reset': reset } },
            starting: { on: { 'flugzeug.reset': reset } },
            running: {
              initial: 'idle',
              on: {
                // Still running: its inner state stays.
                'read.succeeded': { guard: { type: 'hasStatus', params: 'running' } },
                'flugzeug.extend': '#extending',
                'flugzeug.stop': '#stopping',
                'flugzeug.reset': reset,
                'desktop.ticketRequested': { actions: 'readAgain' },
                'desktop.ended': { actions: 'readAgain' },
              },
              states: {
                idle: {},
                // The last extension was refused. For a moment the button shows it.
                refused: {
                  id: 'refused',
                  initial: 'justNow',
                  states: { justNow: { after: { shakeTime: 'earlier' } }, earlier: {} },
                },
              },
            },
            stopping: { on: { 'flugzeug.reset': reset } },
            stopped: { on: { 'flugzeug.start': '#starting', 'flugzeug.reset': reset } },
            error: { on: { 'flugzeug.reset': reset } },
          },
        },
        changing,
      },
    },
    reading: {
      initial: 'off',
      states: {
        off: { always: { guard: 'isReadingNeeded', target: 'on' } },
        on: {
          entry: 'beginReading',
          exit: 'endReading',
          always: { guard: not('isReadingNeeded'), target: 'off' },
        },
      },
    },
    // A reset deletes everything, so the user must confirm it.
    question: {
      initial: 'closed',
      states: {
        closed: { on: { 'reset.requested': { guard: 'isResettable', target: 'open' } } },
        open: {
          always: { guard: not('hasDesktop'), target: 'closed' },
          on: { 'reset.cancelled': 'closed', 'flugzeug.reset': 'closed', 'page.left': 'closed' },
        },
      },
    },
    // A user who starts a desktop wants to use it. So the desktop gets the keyboard once it is connected.
    keyboard: {
      initial: 'outside',
      states: {
        outside: { always: { guard: 'isStartAsked', target: 'awaited' } },
        awaited: {
          on: {
            'desktop.connected': { target: 'outside', actions: 'offerFocus' },
            'page.left': 'outside',
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
            waiting: { on: { 'read.succeeded': { target: 'served', actions: 'giveTicket' } } },
          },
          on: {
            'desktop.enter': { actions: 'giveFocus' },
            'focus.left': { actions: 'takeFocus' },
            'fullscreen.toggle': { actions: 'toggleFullscreen' },
          },
        },
      },
    },
  },
})
