import { type ActorRefFrom, assign, forwardTo, sendTo, setup } from 'xstate'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import {
  type ConnectionInput,
  type DesktopContext,
  type DesktopInput,
  settingsOf,
} from './context.ts'
import type {
  ConnectionCommand,
  ConnectionEvent,
  DesktopEvent,
  HoldableKey,
  LinkSample,
  NetworkReturned,
  QualityStep,
  Scaling,
} from './events.ts'
import { pauseBefore } from './policy.ts'
import { adapt, firstQuality } from './quality.ts'

const unprovidedAction = (name: string) => () => {
  throw new Error(`The action '${name}' was not provided.`)
}

const releaseOf = (keys: readonly HoldableKey[]) => ({ type: 'keys.release' as const, keys })

/** The embedded desktop: its one connection, and how it comes back. */
export const desktopMachine = setup({
  types: {
    context: {} as DesktopContext,
    events: {} as DesktopEvent | ConnectionEvent | NetworkReturned,
    input: {} as DesktopInput,
    children: {} as { connection: 'connection' },
  },
  actors: {
    connection: unprovidedCallback<ConnectionCommand, ConnectionInput>('connection'),
    /** Asks the embedding page; resolves with a new ticket. */
    askForTicket: unprovidedPromise<string>('askForTicket'),
    /** Puts a text into the browser's clipboard; rejects where the browser does not let it. */
    copyOut: unprovidedPromise<void, string>('copyOut'),
    network: unprovidedCallback<NetworkReturned>('network'),
  },
  actions: {
    leaveFocus: unprovidedAction('leaveFocus'),
    toggleFullscreen: unprovidedAction('toggleFullscreen'),
    tellConnected: unprovidedAction('tellConnected'),
    tellEnded: unprovidedAction('tellEnded'),
    countUse: assign({
      ticket: ({ context: { ticket } }) => ({ ...ticket, uses: ticket.uses + 1 }),
      attempts: ({ context }) => context.attempts + 1,
    }),
    keepTicket: assign({ ticket: (_, value: string) => ({ value, uses: 0 }) }),
    forgetAttempts: assign({ attempts: 0 }),
    keepScaling: assign({
      preferences: ({ context }, scaling: Scaling) => ({ ...context.preferences, scaling }),
    }),
    keepQuality: assign({
      preferences: ({ context }, quality: QualityStep | 'auto') => ({
        ...context.preferences,
        quality,
      }),
    }),
    toggleViewOnly: assign({ viewOnly: ({ context }) => !context.viewOnly }),
    keepSample: assign({
      link: ({ context }, sample: LinkSample) => ({
        sample,
        quality: adapt(context.link.quality, sample),
      }),
    }),
    keepClipboard: assign({ clipboard: (_, text: string) => text }),
    toggleHeld: assign({
      held: ({ context: { held } }, key: HoldableKey) =>
        held.includes(key) ? held.filter(other => other !== key) : [...held, key],
    }),
    tellHeld: sendTo('connection', ({ context }, key: HoldableKey) => ({
      type: 'key.hold' as const,
      key,
      down: context.held.includes(key),
    })),
    applySettings: sendTo('connection', ({ context }) => settingsOf(context)),
    tellConnection: forwardTo('connection'),
    /** Before the connection is deaf: a key that is down there would stay down. */
    releaseKeys: sendTo('connection', ({ context: { held } }) => releaseOf(held)),
    forgetHeld: assign({ held: [] }),
  },
  guards: {
    /** The ticket was good before, or was tried twice: a new one is worth asking for. */
    isTicketUsed: ({ context }) => context.ticket.uses > 1,
    hasTicket: ({ context }) => context.ticket.value !== null,
    hasTriedEnough: ({ context }) => context.attempts >= 100,
    isInteractive: ({ context }) => !context.viewOnly,
  },
  delays: {
    openTimeout: 3_000,
    greetTimeout: 10_000,
    /** A full picture on a line of some ten kilobytes a second; one that is cut is noticed before. */
    paintTimeout: 60_000,
    ticketTimeout: 15_000,
    steady: 5_000,
    pause: ({ context }) => pauseBefore(context.attempts, context.random()),
  },
}).createMachine({
  id: 'desktop',
  context: ({ input }) => ({
    random: input.random,
    ticket: { value: input.ticket, uses: 0 },
    preferences: input.preferences,
    viewOnly: false,
    attempts: 0,
    link: { sample: null, quality: firstQuality },
    held: [],
    clipboard: '',
  }),
  initial: 'deciding',
  on: {
    'scaling.choose': {
      actions: { type: 'keepScaling', params: ({ event }) => event.scaling },
    },
    'quality.choose': {
      actions: { type: 'keepQuality', params: ({ event }) => event.quality },
    },
    'viewOnly.toggle': { actions: 'toggleViewOnly' },
    'fullscreen.toggle': { actions: 'toggleFullscreen' },
  },
  states: {
    deciding: { always: [{ guard: 'hasTicket', target: 'online' }, { target: 'refused' }] },
    online: {
      entry: 'countUse',
      exit: 'forgetHeld',
      initial: 'opening',
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context }) => ({ ticket: context.ticket.value, settings: settingsOf(context) }),
      },
      on: {
        'line.lost': 'reconnecting',
        'ticket.refused': [
          { guard: 'isTicketUsed', target: 'refused' },
          { target: 'reconnecting' },
        ],
        'desktop.ended': 'disconnected.ended',
      },
      states: {
        opening: {
          tags: 'connecting',
          after: { openTimeout: '#desktop.reconnecting' },
          on: { 'line.opened': 'greeting' },
        },
        greeting: {
          tags: 'connecting',
          after: { greetTimeout: '#desktop.reconnecting' },
          on: { 'line.greeted': 'painting' },
        },
        /** The desktop has answered, and its first picture is on its way. */
        painting: {
          tags: 'connecting',
          after: { paintTimeout: '#desktop.reconnecting' },
          on: { 'line.connected': 'connected' },
        },
        connected: {
          // What was chosen while it connected.
          entry: ['applySettings', 'tellConnected'],
          initial: 'settled',
          // A line that breaks at once does not count: its pauses go on growing.
          after: { steady: { actions: 'forgetAttempts' } },
          on: {
            'link.measured': {
              actions: [
                { type: 'keepSample', params: ({ event }) => event.sample },
                'applySettings',
              ],
            },
            'keys.press': { guard: 'isInteractive', actions: 'tellConnection' },
            'text.type': { guard: 'isInteractive', actions: 'tellConnection' },
            'clipboard.send': { guard: 'isInteractive', actions: 'tellConnection' },
            'keyboard.show': { guard: 'isInteractive', actions: 'tellConnection' },
            'key.toggle': {
              guard: 'isInteractive',
              actions: [
                { type: 'toggleHeld', params: ({ event }) => event.key },
                { type: 'tellHeld', params: ({ event }) => event.key },
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
            'viewOnly.toggle': {
              actions: ['releaseKeys', 'forgetHeld', 'toggleViewOnly', 'applySettings'],
            },
            'clipboard.received': {
              target: '.copying',
              actions: { type: 'keepClipboard', params: ({ event }) => event.text },
            },
            'focus.left': { actions: ['releaseKeys', 'forgetHeld', 'leaveFocus'] },
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
            /** The browser keeps the text from its clipboard until the user asks for it. */
            withheld: { on: { 'clipboard.take': 'copying' } },
          },
        },
      },
    },
    reconnecting: {
      invoke: { src: 'network' },
      always: { guard: 'hasTriedEnough', target: 'disconnected.exhausted' },
      after: { pause: 'online' },
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
        /** It was stopped. */
        ended: { entry: 'tellEnded' },
        /** The line did not come back. */
        exhausted: {
          invoke: { src: 'network' },
          on: { 'network.returned': '#desktop.refused' },
        },
        /** Nobody gave a new ticket. */
        unanswered: {},
      },
    },
  },
})

export type DesktopRef = ActorRefFrom<typeof desktopMachine>
