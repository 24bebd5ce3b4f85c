import type { Page } from 'playwright/test'

/** Opens a page, and waits until the server answers its live stream. */
export const openWithStream = async (page: Page, path: string) => {
  // The previous page may just be opening its own stream.
  let hasLeft = false
  const opened = page.waitForResponse(response => {
    hasLeft ||= response.request().isNavigationRequest()
    return hasLeft && response.url().endsWith('/v1/live')
  })
  await page.goto(path)
  await opened
}
