import type { Flugzeug } from '../../api/contract.ts'

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
