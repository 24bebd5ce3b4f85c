/** In milliseconds. */
const INTERVAL = 2000
const BLANK = 'about:blank'

/**
 * Loads the page of an embedded desktop again while something else is in its place: what a proxy says without an
 * answer of the platform, or what the browser says without a network. Otherwise it would stay there until the user
 * loads the whole page again. A page of another backend is left as it is. It looks again and again, because Firefox has
 * no event for a frame that could not be loaded.
 *
 * @param find the iframe; null: there is none now
 * @returns stops it
 */
export function reloadUntilShown(find: () => HTMLIFrameElement | null): () => void {
  let emptied: HTMLIFrameElement | null = null
  const check = () => {
    const frame = find()
    if (!frame || !isOurs(frame.src)) return
    const shown = frame.contentDocument
    if (shown?.URL === BLANK) {
      // Otherwise it is still empty, because the first answer has not come.
      if (emptied === frame) frame.contentWindow?.location.replace(frame.src)
      emptied = null
      return
    }
    if (shown && (shown.readyState !== 'complete' || shown.getElementById('screen'))) return
    // To go from an address to the same one with another fragment loads nothing, so the frame is emptied before.
    frame.contentWindow?.location.replace(BLANK)
    emptied = frame
  }
  const timer = setInterval(check, INTERVAL)
  return () => clearInterval(timer)
}

/** Only in a page of this site one can see what is shown. */
function isOurs(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname === '/desktop.html'
}
