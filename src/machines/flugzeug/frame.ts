import type { Flugzeug } from '../../api/contract.ts'

/** Told by the embedded desktop. */
export type FrameFact =
  /** Its ticket is used up: it needs a fresh one. */
  | { type: 'desktop.ticketRequested' }
  /** It asks to fill the screen, or to leave it. */
  | { type: 'desktop.fullscreenToggled' }
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
  /** Bring it back to the page. */
  | { type: 'focus.take' }

/** By these ids the adapter finds the desktop's iframe, and where the keyboard goes on leaving it. */
export const frameId = 'flugzeug-desktop'
export const exitId = 'flugzeug-exit'

/**
 * The address that the iframe has, or null where there is none to show. Every answer brings a new
 * ticket behind the `#`; loading it would throw the desktop away, so the old address stays while it
 * names the same desktop.
 */
export function pinnedUrl(pinned: string | null, machine: Flugzeug | null): string | null {
  if (machine?.status !== 'running' || !isPage(machine.url)) return null
  return pinned !== null && placeOf(pinned) === placeOf(machine.url) ? pinned : machine.url
}

const placeOf = (url: string) => url.split('#', 1)[0]

/** Not `javascript:`, `data:` or whatever else an iframe would run in this page's name. */
const isPage = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url)
