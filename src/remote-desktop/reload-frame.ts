/** In milliseconds. */
const INTERVAL = 2000
const BLANK = 'about:blank'

/**
 * Loads the page of an embedded desktop again while an error page of a proxy or of the browser is in its place. Without
 * this, the error page would stay until the user reloads the app. It never reloads a frame of another backend. It checks at
 * intervals, because Firefox has no event for a frame that failed to load.
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

/** Scripts can only read frames of the same origin. */
function isOurs(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname === '/desktop.html'
}
