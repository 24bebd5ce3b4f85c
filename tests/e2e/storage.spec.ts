import type { Page } from 'playwright/test'
import { expect, playing, test } from './test.ts'

/** From now on the browser refuses to keep anything, as if its quota were used up. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

test('typing into a flag field works in a tab whose storage is full', async ({ page }) => {
  await playing(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Radio Check/ })
    .click()
  const field = page.getByRole('textbox', { name: 'Flag' })
  await field.fill('GUIDON{')
  await fillStorage(page)
  await field.pressSequentially('no-room}')
  await expect(field).toHaveValue('GUIDON{no-room}')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Radio Check/ })
    .click()
  await expect(field).toHaveValue('GUIDON{no-room}')
})

test('a page that may store nothing says so instead of redirecting for ever', async ({
  page,
  console: logged,
}) => {
  logged.allow(/The sign-in failed/)
  await page.addInitScript(() => {
    const forbidden = {
      get(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'sessionStorage', forbidden)
    Object.defineProperty(window, 'localStorage', forbidden)
  })
  await page.goto('/')
  await expect(page.getByText('Open the site in a new tab.')).toBeVisible()
  await expect(page).toHaveURL('/')
  // The failed sign-in is reported.
  await expect.poll(() => logged.messages.length).toBeGreaterThan(0)
})
