/** What TypeScript does not know of yet: https://wicg.github.io/keyboard-lock/ */
interface KeyboardLock {
  lock(): Promise<void>
}

/**
 * Fills the screen with an element. Where the browser has the Keyboard Lock API, all keys reach the
 * page then, Esc and those of the system too; holding Esc leaves, as the browser says by itself.
 * Only a page that is not embedded may lock the keyboard. A browser that refuses stays as it is,
 * and the user sees it.
 */
export async function fillScreen(element: Element): Promise<void> {
  try {
    await element.requestFullscreen({ navigationUI: 'hide' })
    const { keyboard } = navigator as { keyboard?: KeyboardLock }
    await keyboard?.lock()
  } catch {
    // Without a lock, Esc leaves.
  }
}

/** Shows the rest of the page again. Unlocks the keyboard, since a lock holds in fullscreen only. */
export const leaveFullscreen = (): Promise<void> => document.exitFullscreen().catch(() => {})
