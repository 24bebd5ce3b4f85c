import type { Page } from 'playwright/test'
import { expect, test } from '../test.ts'

/** Without a ticket the page has its bar and all of its panels. */
const open = async (page: Page) => {
  await page.goto('/desktop.html')
  await page.getByRole('group').getByRole('button').first().waitFor()
}

test('the page has the colours and the language of the app, also when these are changed', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  // Only a page of the same site can change them.
  const app = await context.newPage()
  await app.goto('/desktop.html')
  const store = (key: string, value: string) =>
    app.evaluate(([name, chosen]) => localStorage.setItem(name, chosen), [key, value] as const)
  await store('scheme', 'dark')
  await open(page)
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('dark')
  await store('scheme', 'light')
  await expect.poll(scheme).toBe('light')
  await store('lang', 'de')
  await expect(page.getByRole('button', { name: 'Hilfe' })).toBeAttached()
  await expect(page.locator('#keys')).toHaveAttribute('aria-label', /^Tastatur/)
})
