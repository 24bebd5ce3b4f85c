import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. */
export type FlugzeugEvent =
  | { type: 'flugzeug.start' }
  | { type: 'flugzeug.extend' }
  | { type: 'flugzeug.stop' }
  /** Asks the user whether to delete everything. */
  | { type: 'reset.requested' }
  | { type: 'reset.cancelled' }
  /** The user confirms it. */
  | { type: 'flugzeug.reset' }
  | { type: 'flugzeug.retry' }
  /** Give the keyboard to the embedded desktop. */
  | { type: 'desktop.enter' }
  /** The user or the embedded desktop asks to fill the screen, or to leave it. */
  | { type: 'fullscreen.toggle' }

/** Sent by the embedded desktop. */
export type FrameEvent =
  | Extract<FlugzeugEvent, { type: 'fullscreen.toggle' }>
  /** It is connected and accepts keys. */
  | { type: 'desktop.connected' }
  /** Its ticket has expired, and it asks for a new one. */
  | { type: 'desktop.ticketRequested' }
  /** The user pressed Esc twice: take the keyboard back. */
  | { type: 'focus.left' }
  /** It was stopped. */
  | { type: 'desktop.ended' }

/** Sent to the embedded desktop's adapter. */
export type FrameCommand =
  /** Hand over the newest `Flugzeug.url`, for its ticket. */
  | { type: 'ticket.give'; url: string }
  | { type: 'fullscreen.toggle' }
  /** Give the keyboard to the desktop. */
  | { type: 'focus.give' }
  /** The same, unless something else has the focus. */
  | { type: 'focus.offer' }
  /** Return it to the page. */
  | { type: 'focus.take' }

/** Sent by the app. */
export type FlugzeugParentEvent =
  | { type: 'facts.changed'; facts: Facts }
  | { type: 'page.entered' }
  | { type: 'page.left' }
