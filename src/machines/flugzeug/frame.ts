import type { Flugzeug } from '../../api/contract.ts'

/** The ids of the desktop's iframe, and of the element that gets the keyboard after it. */
export const frameId = 'flugzeug-desktop'
export const exitId = 'flugzeug-exit'
/** The iframe of a team mate's desktop. */
export const viewFrameId = 'flugzeug-view'

/**
 * The iframe's address, or null if there is nothing to show. Every answer has a new ticket after the
 * `#`. Loading it would reload the desktop, so the old address stays while it names the same desktop.
 */
export function pinnedUrl(pinned: string | null, desktop: Flugzeug | null): string | null {
  return pinnedPage(pinned, desktop?.status === 'running' ? desktop.url : null)
}

/** The same for the newest url; null: there is none. */
export function pinnedPage(pinned: string | null, url: string | null): string | null {
  if (!isPage(url)) return null
  return pinned !== null && withoutFragment(pinned) === withoutFragment(url) ? pinned : url
}

const withoutFragment = (url: string) => url.split('#', 1)[0]

/** Not `javascript:`, `data:` or any other scheme that an iframe would run as this page. */
const isPage = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url)
