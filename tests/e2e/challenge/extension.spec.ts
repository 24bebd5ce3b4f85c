import type { Page } from 'playwright/test'
import { keepMessages } from '../page/timers.ts'
import { expect, newParticipant, test } from '../test.ts'

/** Gives environment and desktop an hour, and refuses extensions. Some backends do not say when one is possible. */
async function refuseExtensions(page: Page) {
  const stop = new Date(Date.now() + 3_600_000).toISOString()
  const instance = { state: 'running', scheduledStopTime: stop, exposedEndpoints: [] }
  const desktop = { status: 'running', stopTimestamp: stop, url: null }
  await page.route('**/instance?*', route => route.fulfill({ json: instance }))
  await page.route('**/v1/user/flugzeug', route => route.fulfill({ json: desktop }))
  await page.route('**/prolong**', route => {
    const code = route.request().url().includes('/flugzeug/')
      ? 'CANNOT_PROLONG_FLUGZEUG'
      : 'CANNOT_PROLONG_CHALLENGE_INSTANCE'
    return route.fulfill({ status: 400, json: { ok: false, code, message: 'No.' } })
  })
}

/** The places of the parts that a hint of another height would move. */
const places = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: /^(Extend runtime|Stop)$/ })
    .evaluateAll(buttons =>
      buttons.map(button => {
        const panel = button.closest('section')?.getBoundingClientRect()
        return [button.getBoundingClientRect().top, panel?.top, panel?.height]
      }),
    )

for (const width of [360, 1440])
  test(`an extension that is refused moves nothing, ${width} px wide`, async ({ page }) => {
    await keepMessages(page.context())
    await newParticipant(page)
    await refuseExtensions(page)
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/challenge/web/hangar-search', '/flugzeug']) {
      await page.goto(path)
      // In one column, the challenge's text is above the environment, and must be there first.
      if (path !== '/flugzeug') await expect(page.getByText('In the same database')).toBeVisible()
      const extend = page.getByRole('button', { name: 'Extend runtime' })
      await extend.scrollIntoViewIfNeeded()
      await expect(extend).toHaveAccessibleDescription('You can extend it shortly before it ends.')
      const before = await places(page)
      expect(before, path).toHaveLength(2)
      await extend.click()
      await expect(extend).toHaveAccessibleDescription('You cannot extend it yet.')
      expect(await places(page), path).toEqual(before)
    }
  })
