import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. */
export type FlugzeugEvent =
  | { type: 'flugzeug.start' }
  | { type: 'flugzeug.prolong' }
  | { type: 'flugzeug.stop' }
  /** Opens the question whether all shall be deleted. */
  | { type: 'reset.requested' }
  | { type: 'reset.cancelled' }
  /** The answer to the question: yes. */
  | { type: 'flugzeug.reset' }
  | { type: 'flugzeug.retry' }
  /** Bring the keyboard into the embedded desktop. */
  | { type: 'desktop.enter' }
  /** The user or the embedded desktop asks to fill the screen, or to leave it. */
  | { type: 'desktop.fullscreenToggled' }

/** Sent by the embedded desktop. */
export type FrameFact =
  | Extract<FlugzeugEvent, { type: 'desktop.fullscreenToggled' }>
  /** It is there and takes keys. */
  | { type: 'desktop.connected' }
  /** It asks for a fresh way in: its ticket has expired. */
  | { type: 'desktop.ticketRequested' }
  /** The user pressed Esc twice: the keyboard is to leave it. */
  | { type: 'desktop.left' }
  /** It was stopped. */
  | { type: 'desktop.ended' }

/** What the embedded desktop's adapter is told. */
export type FrameCommand =
  /** Hand over the newest `Flugzeug.url`, for its ticket. */
  | { type: 'ticket.give'; url: string }
  | { type: 'fullscreen.toggle' }
  /** Bring the keyboard into the desktop. */
  | { type: 'focus.give' }
  /** The same, unless the user is at something else. */
  | { type: 'focus.offer' }
  /** Bring it back to the page. */
  | { type: 'focus.take' }

/** Sent by the app. */
export type FlugzeugPageEvent =
  | { type: 'facts.changed'; facts: Facts }
  | { type: 'page.entered' }
  | { type: 'page.left' }
