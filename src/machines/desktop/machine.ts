import type { ActorRefFrom } from 'xstate'
import { nothingSeen } from './content.ts'
import { firstQuality } from './quality.ts'
import { settingsOf } from './settings.ts'
import { desktopSetup } from './setup.ts'

/** The embedded desktop: its one connection, and how it reconnects. */
export const desktopMachine = desktopSetup.createMachine({
  id: 'desktop',
  context: ({ input }) => ({
    random: input.random,
    ticket: { value: input.ticket, uses: 0 },
    preferences: input.preferences,
    role: input.role,
    viewOnly: input.role === 'watcher',
    attempts: 0,
    measured: { sample: null, quality: firstQuality, plain: nothingSeen },
    pressed: [],
    clipboard: '',
    sharing: null,
  }),
  initial: 'deciding',
  on: {
    'scaling.choose': {
      actions: { type: 'keepScaling', params: ({ event }) => event.scaling },
    },
    'quality.choose': {
      actions: { type: 'keepQuality', params: ({ event }) => event.quality },
    },
    'textSize.choose': {
      actions: { type: 'keepTextSize', params: ({ event }) => event.textSize },
    },
    'viewOnly.toggle': { guard: 'isOwner', actions: 'toggleViewOnly' },
    'fullscreen.toggle': { actions: 'toggleFullscreen' },
  },
  states: {
    deciding: { always: [{ guard: 'hasTicket', target: 'online' }, { target: 'refused' }] },
    online: {
      entry: 'countUse',
      exit: ['forgetPressed', 'forgetSharing'],
      initial: 'opening',
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context }) => ({ ticket: context.ticket.value, settings: settingsOf(context) }),
      },
      on: {
        'connection.lost': 'reconnecting',
        'ticket.refused': [
          { guard: 'isTicketUsed', target: 'refused' },
          { target: 'reconnecting' },
        ],
        'desktop.ended': 'disconnected.ended',
        'sharing.reported': {
          actions: { type: 'keepSharing', params: ({ event }) => event.sharing },
        },
      },
      states: {
        opening: {
          tags: 'connecting',
          after: { openTimeout: '#desktop.reconnecting' },
          on: { 'connection.opened': 'greeting' },
        },
        greeting: {
          tags: 'connecting',
          after: { greetTimeout: '#desktop.reconnecting' },
          on: { 'connection.greeted': 'painting' },
        },
        painting: {
          tags: 'connecting',
          after: { paintTimeout: '#desktop.reconnecting' },
          on: { 'connection.painted': 'connected' },
        },
        connected: {
          // The user may have chosen settings while it connected.
          entry: ['applySettings', 'notifyConnected'],
          initial: 'settled',
          // A connection that breaks at once does not count: the delays keep growing.
          after: { steady: { actions: 'forgetAttempts' } },
          on: {
            'connection.measured': {
              actions: [
                { type: 'keepSample', params: ({ event }) => event.sample },
                'applySettings',
              ],
            },
            'keys.press': { guard: 'isInteractive', actions: 'notifyConnection' },
            'text.type': { guard: 'isInteractive', actions: 'notifyConnection' },
            'clipboard.send': { guard: 'isInteractive', actions: 'notifyConnection' },
            'keyboard.show': { guard: 'isInteractive', actions: 'notifyConnection' },
            'key.toggle': {
              guard: 'isInteractive',
              actions: [
                { type: 'togglePressed', params: ({ event }) => event.key },
                { type: 'sendKey', params: ({ event }) => event.key },
              ],
            },
            'scaling.choose': {
              actions: [
                { type: 'keepScaling', params: ({ event }) => event.scaling },
                'applySettings',
              ],
            },
            'quality.choose': {
              actions: [
                { type: 'keepQuality', params: ({ event }) => event.quality },
                'applySettings',
              ],
            },
            'textSize.choose': {
              actions: [
                { type: 'keepTextSize', params: ({ event }) => event.textSize },
                'applySettings',
              ],
            },
            'sharing.begin': { guard: 'canShare', actions: 'notifyConnection' },
            'sharing.end': { guard: 'canShare', actions: 'notifyConnection' },
            'viewOnly.toggle': {
              guard: 'isOwner',
              actions: ['releaseKeys', 'forgetPressed', 'toggleViewOnly', 'applySettings'],
            },
            'clipboard.received': {
              target: '.copying',
              actions: { type: 'keepClipboard', params: ({ event }) => event.text },
            },
            'focus.left': { actions: ['releaseKeys', 'forgetPressed', 'leaveFocus'] },
          },
          states: {
            settled: {},
            copying: {
              invoke: {
                src: 'copyOut',
                input: ({ context }) => context.clipboard,
                onDone: 'settled',
                onError: 'withheld',
              },
            },
            withheld: { on: { 'clipboard.take': 'copying' } },
          },
        },
      },
    },
    reconnecting: {
      invoke: { src: 'network' },
      always: { guard: 'hasTriedEnough', target: 'disconnected.exhausted' },
      after: { reconnectDelay: 'online' },
      on: { 'desktop.connect': 'online', 'network.returned': 'online' },
    },
    refused: {
      invoke: {
        src: 'askForTicket',
        onDone: {
          target: 'online',
          actions: { type: 'keepTicket', params: ({ event }) => event.output },
        },
        onError: 'disconnected.unanswered',
      },
      after: { ticketTimeout: 'disconnected.unanswered' },
    },
    disconnected: {
      entry: 'forgetAttempts',
      initial: 'exhausted',
      on: { 'desktop.connect': 'refused' },
      states: {
        ended: { entry: 'notifyEnded' },
        exhausted: {
          invoke: { src: 'network' },
          on: { 'network.returned': '#desktop.refused' },
        },
        unanswered: {},
      },
    },
  },
})

export type DesktopRef = ActorRefFrom<typeof desktopMachine>
