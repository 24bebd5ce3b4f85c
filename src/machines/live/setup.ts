import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import type { ParentRef } from '../app/events.ts'
import type { networkMachine } from '../network/machine.ts'
import { isOffline } from '../network/selectors.ts'
import { unprovidedCallback } from '../unprovided.ts'
import type { LiveEvent, NewsCame, StreamEvent, TabMessage, TabsEvent, TellTabs } from './events.ts'

export interface LiveInput {
  readonly parent: ParentRef<NewsCame>
  readonly network: ActorRefFrom<typeof networkMachine>
  /** A number from 0 to 1; spreads the apps that come back after the server was away. */
  readonly random: () => number
}

export interface LiveContext {
  readonly input: LiveInput
  readonly userId: string
  /** The id of the newest event. The stream is resumed after it. Null: there was none. */
  readonly lastId: string | null
  /** How long the server asks a client to wait before it reconnects, in milliseconds. */
  readonly retry: number
  /** How long a refusal asked to wait, in milliseconds; 0: there was none. */
  readonly retryAfter: number
  /** Attempts since the stream was lost. */
  readonly attempts: number
}

export interface StreamInput {
  readonly lastId: string | null
}

/** What a message of the stream, or of the tab that has it, says besides its news. */
interface Heard {
  readonly lastId: string | null
  readonly retry?: number
}

/** In milliseconds. The server says something every 20 s. */
const SILENCE = 50_000
/** The delay before a new attempt, until the server gives another one, in milliseconds. */
export const FIRST_RETRY = 3_000
/** In milliseconds. */
const MAX_RETRY_DELAY = 60_000

export const liveSetup = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent | StreamEvent | TabsEvent,
    input: {} as LiveInput,
    tags: {} as 'connected',
    children: {} as { tabs: 'tabs'; stream: 'stream' },
  },
  actors: {
    /** The stream itself. */
    stream: unprovidedCallback<StreamEvent, StreamInput>('stream'),
    /** The user's tabs in this browser, of which one holds the stream. */
    tabs: unprovidedCallback<TabsEvent | TellTabs, { readonly userId: string }>('tabs'),
  },
  actions: {
    keepUser: assign((_, userId: string) => ({ userId })),
    keepHeard: assign(({ context }, { lastId, retry = context.retry }: Heard) => ({
      lastId,
      retry,
    })),
    /** Counts an attempt that ended, with the wait that its refusal asked for. */
    countRefusal: assign(({ context }, retryAfter: number) => ({
      retryAfter,
      attempts: context.attempts + 1,
    })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    forgetAttempts: assign({ attempts: 0, retryAfter: 0 }),
    notifyNews: sendTo(
      ({ context }) => context.input.parent,
      (_, { topic, challenge }: Omit<NewsCame, 'type'>): NewsCame => ({
        type: 'news.came',
        topic,
        ...(challenge && { challenge }),
      }),
    ),
    /** Until now the app relied on the stream, and seldom polled. */
    notifyLost: sendTo(
      ({ context }) => context.input.parent,
      (): NewsCame => ({ type: 'news.came', topic: 'everything' }),
    ),
    notifyTabs: sendTo(
      'tabs',
      (_, message: TabMessage): TellTabs => ({ type: 'tabs.tell', message }),
    ),
  },
  guards: {
    isOnline: ({ context }) => !isOffline(context.input.network.getSnapshot()),
  },
  delays: {
    silence: SILENCE,
    // Twice as long with each attempt, and different for each app, so that they do not all come at once.
    retryDelay: ({ context: { attempts, input, retry, retryAfter } }) =>
      Math.max(retryAfter, Math.min(MAX_RETRY_DELAY, retry * 2 ** attempts)) *
      (0.5 + input.random()),
  },
})
