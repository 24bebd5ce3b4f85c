import type { Facts } from '../facts.ts'

/** Sent by the page. */
export type FlugzeugEvent =
  | { type: 'flugzeug.start' }
  | { type: 'flugzeug.prolong' }
  | { type: 'flugzeug.stop' }
  | { type: 'flugzeug.reset' }
  | { type: 'flugzeug.retry' }
  /** The embedded desktop asks for a fresh way in: its ticket has expired. */
  | { type: 'desktop.ticketRequested' }
  /** The embedded desktop asks to fill the screen, or to leave it. */
  | { type: 'desktop.fullscreenToggled' }

/** Sent by the app. */
export type FlugzeugPageEvent =
  | { type: 'facts.changed'; facts: Facts }
  | { type: 'page.entered' }
  | { type: 'page.left' }
