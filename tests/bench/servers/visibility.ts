import type { Page } from 'playwright'

declare global {
  /** Hides the page as if another tab were in front, or shows it. */
  var setHidden: (isHidden: boolean) => void
}

/** Lets the page seem hidden from its next load on: Playwright keeps every tab visible. */
export const letHide = (page: Page) =>
  page.addInitScript(() => {
    let hidden = false
    Object.defineProperty(document, 'hidden', { get: () => hidden })
    globalThis.setHidden = isHidden => {
      hidden = isHidden
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })

/** Hides and shows the page, so that it polls, and waits until it has processed the answers. */
export async function poll(page: Page, paths = ['/v1/user', '/v1/user/stats']) {
  const answered = paths.map(path =>
    page.waitForResponse(response => new URL(response.url()).pathname === path),
  )
  // In two tasks, as for a real user.
  await page.evaluate(() => setHidden(true))
  await page.evaluate(() => setHidden(false))
  for (const response of await Promise.all(answered)) await response.finished()
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
}
