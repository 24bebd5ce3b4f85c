import type { Page } from 'playwright'

/** Waits until the page has drawn two pictures. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
