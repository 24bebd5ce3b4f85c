export type NewerClipboard = ReturnType<typeof createNewerClipboard>

/**
 * Tells whose clipboard a paste means. Many browsers keep their clipboard to themselves, and give an old text although
 * the user has copied in the desktop since. It lasts as long as the page, also while connections are lost.
 */
export function createNewerClipboard() {
  let isDesktopNewer = false
  /** Nobody can have copied outside of the desktop since. */
  let isSure = false
  let lastPasted: string | null = null
  const mayHaveCopied = () => {
    isSure = false
  }
  // A browser says nothing about what is copied outside of its page.
  window.addEventListener('blur', mayHaveCopied)
  for (const type of ['copy', 'cut'] as const) document.addEventListener(type, mayHaveCopied)

  return {
    /** The desktop's clipboard has a text that is not the browser's. */
    desktopChanged() {
      isDesktopNewer = true
      isSure = true
    },
    /**
     * To be called once for each paste.
     *
     * @param text of the browser's clipboard; empty if that has an image
     * @returns whether the paste means the desktop's own clipboard
     */
    takePaste(text: string): boolean {
      isDesktopNewer &&= isSure || text === lastPasted
      isSure = false
      lastPasted = text
      return isDesktopNewer
    },
  }
}
