import type { Page } from 'playwright/test'
import { expect, test } from './test.ts'

/** Signs up, in any language of the provider. */
async function enter(page: Page, name: string) {
  await page.goto('/')
  await page.locator('[name=username]').fill(name)
  await page.locator('[name=password]').fill('correct horse')
  await page.locator('[value=create]').click()
}

test.use({ locale: 'de-AT' })

test("the language is the browser's, until one is chosen, which is stored as 'lang'", async ({
  page,
}) => {
  const name = 'sprecher'
  await enter(page, name)
  const greeting = page.getByRole('heading', { level: 1 })
  const language = page.getByRole('banner').getByLabel('Sprache')
  await expect(greeting).toHaveText(`Hallo, ${name}!`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const stored = () => page.evaluate(() => localStorage.getItem('lang'))
  expect(await stored()).toBe(null)
  await language.selectOption('en')
  await expect(greeting).toHaveText(`Hello, ${name}!`)
  await expect.poll(stored).toBe('en')
  await page.reload()
  await expect(greeting).toHaveText(`Hello, ${name}!`)
})

test.describe(() => {
  test.use({ locale: 'la-VA' })
  test('another language falls back to English', async ({ page }) => {
    const name = 'orator'
    await enter(page, name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${name}!`)
  })
})
