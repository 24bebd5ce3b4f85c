import type { Page } from 'playwright'

declare global {
  /** Hides the page as another tab before it would, or shows it. */
  var setHidden: (isHidden: boolean) => void
}

/** Playwright keeps every tab visible: this lets the page believe otherwise, from its next load on. */
export const letHide = (page: Page) =>
  page.addInitScript(() => {
    let hidden = false
    Object.defineProperty(document, 'hidden', { get: () => hidden })
    globalThis.setHidden = isHidden => {
      hidden = isHidden
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })

/** Lets the page poll all that it polls, by hiding and showing it, until the answers are worked in. */
export async function poll(page: Page, paths = ['/v1/user', '/v1/user/stats']) {
  const answered = paths.map(path =>
    page.waitForResponse(response => new URL(response.url()).pathname === path),
  )
  // Not in one task: nobody can.
  await page.evaluate(() => setHidden(true))
  await page.evaluate(() => setHidden(false))
  for (const response of await Promise.all(answered)) await response.finished()
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
}
