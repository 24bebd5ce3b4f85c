/**
 * The messages between the desktop's page and the page that embeds it, by `postMessage`.
 *
 * The embedding page gets the desktop's address as `Flugzeug.url`. The part before its `#` names the
 * desktop and stays the same. The fragment is a ticket that changes every half minute. So the embedding
 * page loads the first address into the iframe, and keeps it as long as the part before `#` is the same.
 */
import * as v from 'valibot'
import type { Role } from '../machines/desktop/events.ts'

/** From the desktop. Accept them only from the iframe's window and its url's origin. */
export const DesktopMessage = v.variant('type', [
  /** The desktop is connected and accepts keys. Sent again after each reconnect. */
  v.object({ type: v.literal('connected') }),
  /** Enter or leave fullscreen, with the iframe. Sent in answer to a click in the desktop. */
  v.object({ type: v.literal('fullscreen') }),
  /** The ticket is used up: fetch the Flugzeug again and answer with `ticket`. */
  v.object({ type: v.literal('ticket.request') }),
  /**
   * The user pressed Esc twice: move the focus to something in the embedding page. Ignore this while the
   * iframe fills the screen, because nothing else is visible then.
   */
  v.object({ type: v.literal('focus.leave') }),
  /** The desktop was stopped: fetch the Flugzeug again. */
  v.object({ type: v.literal('ended') }),
])
export type DesktopMessage = v.InferOutput<typeof DesktopMessage>

/** From the embedding page. Post them to the url's origin only. */
export const EmbedderMessage = v.variant('type', [
  /** `url` is the newest `Flugzeug.url`. */
  v.object({ type: v.literal('ticket'), url: v.string() }),
  /** Give the keyboard to the desktop. */
  v.object({ type: v.literal('focus.enter') }),
])
export type EmbedderMessage = v.InferOutput<typeof EmbedderMessage>

/** The ticket in a desktop's url, or null. */
export function ticketIn(url: string): string | null {
  const fragment = URL.canParse(url) ? new URL(url).hash.slice(1) : ''
  return new URLSearchParams(fragment).get('ticket')
}

/** Whose page a desktop's url is for. */
export function roleIn(url: string): Role {
  const { searchParams } = new URL(url)
  if (searchParams.has('view')) return 'watcher'
  return searchParams.has('alone') ? 'alone' : 'owner'
}
