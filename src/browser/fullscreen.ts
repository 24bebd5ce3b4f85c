/** Not yet in TypeScript's types: https://wicg.github.io/keyboard-lock/ */
interface KeyboardLock {
  lock(): Promise<void>
}

/**
 * Whether fullscreen can give the page all keys. A browser without this lock keeps its own keys, and Esc
 * leaves fullscreen.
 */
export const hasKeyboardLock = (): boolean => 'keyboard' in navigator

/**
 * Fills the screen with an element. With the Keyboard Lock API, all keys then reach the page, even Esc and those of the
 * system. To leave, the user holds Esc, as the browser itself explains. Only a page that is not embedded may lock the
 * keyboard. If the browser refuses, nothing changes.
 */
export async function fillScreen(element: Element): Promise<void> {
  try {
    await element.requestFullscreen({ navigationUI: 'hide' })
    const { keyboard } = navigator as { keyboard?: KeyboardLock }
    await keyboard?.lock()
  } catch {
    // Without a lock, Esc leaves fullscreen.
  }
}

/** Shows the rest of the page again. This unlocks the keyboard: a lock exists only in fullscreen. */
export const leaveFullscreen = (): Promise<void> => document.exitFullscreen().catch(() => {})
