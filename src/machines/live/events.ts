import type { LiveNews } from '../../api/contract.ts'

/** Something has changed. It is read again as it always is. */
export interface NewsCame extends LiveNews {
  readonly type: 'news.came'
  /** A `LiveTopic`, or a word of a newer backend. */
  readonly topic: string
}

/** Sent by the app. */
export type LiveEvent =
  /** The backend has a stream, and this user reads it. */
  { type: 'live.enable'; userId: string }

/** Reported by the request that holds the stream. */
export type StreamEvent =
  | { type: 'stream.opened' }
  /** The id of the newest event; and how long the server wants a client to wait before it comes back. */
  | { type: 'stream.received'; lastId: string; retry?: number }
  | { type: 'stream.news'; topic: string; challenge?: LiveNews['challenge'] }
  /** @param retryAfter milliseconds that a refusal asks to wait */
  | { type: 'stream.ended'; retryAfter: number }

/** What the tab that has the stream says to the user's other tabs. */
export type TabMessage =
  | { type: 'tab.received'; lastId: string | null }
  | { type: 'tab.news'; topic: string; challenge?: LiveNews['challenge'] }
  | { type: 'tab.lost' }

/** Reported by the user's tabs. */
export type TabsEvent =
  | TabMessage
  /** Another tab has just been opened, and asks whether there is a stream. */
  | { type: 'tab.asked' }
  /** This tab opens the stream for all of them. */
  | { type: 'turn.begun' }
  | { type: 'turn.ended' }

/** Sent to the user's other tabs. */
export type TellTabs = { type: 'tabs.tell'; message: TabMessage }
