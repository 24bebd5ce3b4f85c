import type { Page } from 'playwright'

/** Waits until the page has drawn two frames. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
