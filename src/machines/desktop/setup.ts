import { assign, forwardTo, sendTo, setup } from 'xstate'
import type { Sharing } from '../../api/contract.ts'
import { unprovidedAction, unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import { countPlain } from './content.ts'
import type { ConnectionInput, DesktopContext, DesktopInput } from './context.ts'
import type {
  ConnectionCommand,
  ConnectionEvent,
  ConnectionSample,
  DesktopEvent,
  HoldableKey,
  NetworkReturned,
  QualityStep,
  Scaling,
  TextSize,
} from './events.ts'
import { adapt, isFast } from './quality.ts'
import { delayBefore } from './reconnect-delay.ts'
import { settingsOf } from './settings.ts'

const releaseOf = (keys: readonly HoldableKey[]) => ({ type: 'keys.release' as const, keys })

export const desktopSetup = setup({
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
    /** Puts a text into the browser's clipboard; rejects if the browser refuses. */
    copyOut: unprovidedPromise<void, string>('copyOut'),
    network: unprovidedCallback<NetworkReturned>('network'),
  },
  actions: {
    leaveFocus: unprovidedAction('leaveFocus'),
    toggleFullscreen: unprovidedAction('toggleFullscreen'),
    notifyConnected: unprovidedAction('notifyConnected'),
    notifyEnded: unprovidedAction('notifyEnded'),
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
    keepTextSize: assign({
      preferences: ({ context }, textSize: TextSize) => ({ ...context.preferences, textSize }),
    }),
    toggleViewOnly: assign({ viewOnly: ({ context }) => !context.viewOnly }),
    keepSample: assign({
      measured: ({ context: { measured } }, sample: ConnectionSample) => ({
        sample,
        quality: adapt(measured.quality, sample),
        plain: countPlain(measured.plain, sample.photos, isFast(measured.quality)),
      }),
    }),
    keepClipboard: assign({ clipboard: (_, text: string) => text }),
    keepSharing: assign({ sharing: (_, sharing: Sharing) => sharing }),
    forgetSharing: assign({ sharing: null }),
    togglePressed: assign({
      pressed: ({ context: { pressed } }, key: HoldableKey) =>
        pressed.includes(key) ? pressed.filter(other => other !== key) : [...pressed, key],
    }),
    sendKey: sendTo('connection', ({ context }, key: HoldableKey) => ({
      type: 'key.hold' as const,
      key,
      down: context.pressed.includes(key),
    })),
    applySettings: sendTo('connection', ({ context }) => settingsOf(context)),
    notifyConnection: forwardTo('connection'),
    /** Sent before the connection ignores keys. Otherwise a pressed key would stay pressed. */
    releaseKeys: sendTo('connection', ({ context: { pressed } }) => releaseOf(pressed)),
    forgetPressed: assign({ pressed: [] }),
  },
  guards: {
    /** The ticket worked before, or failed twice: ask for a new one. */
    isTicketUsed: ({ context }) => context.ticket.uses > 1,
    hasTicket: ({ context }) => context.ticket.value !== null,
    hasTriedEnough: ({ context }) => context.attempts >= 100,
    isOwner: ({ context }) => context.role !== 'watcher',
    canShare: ({ context }) => context.role === 'owner',
    isInteractive: ({ context }) => !context.viewOnly,
  },
  delays: {
    openTimeout: 3_000,
    greetTimeout: 10_000,
    /** Long enough for a full picture at ten kilobytes a second. A cut is noticed earlier. */
    paintTimeout: 60_000,
    ticketTimeout: 15_000,
    steady: 5_000,
    reconnectDelay: ({ context }) => delayBefore(context.attempts, context.random()),
  },
})
