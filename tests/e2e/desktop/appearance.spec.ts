import type { Page } from 'playwright/test'
import { expect, test } from '../test.ts'

/** Without a ticket the page has its bar and all of its panels. */
const open = async (page: Page) => {
  await page.goto('/desktop.html')
  await page.getByRole('group').getByRole('button').first().waitFor()
}
const panels = (page: Page) => page.locator('button[aria-expanded]').all()
const panel = (page: Page) => page.getByRole('group').getByRole('region').first().locator('..')

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 560 }, locale: 'de' })

  test('the buttons of the bar are in two rows, of four or more', async ({ page }) => {
    await open(page)
    const tops = await page
      .getByRole('group')
      .locator('> :first-child button')
      .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().top))
    const rows = [...new Set(tops)].map(row => tops.filter(top => top === row).length)
    expect(rows.length).toBe(2)
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(4)
  })

  test('each panel ends within the window, whatever is in it', async ({ page }) => {
    await open(page)
    for (const opener of await panels(page)) {
      await opener.tap()
      const bottom = await panel(page).evaluate(it => it.getBoundingClientRect().bottom)
      expect(bottom, (await opener.getAttribute('aria-label')) ?? '').toBeLessThanOrEqual(560)
    }
  })

  test('a long name of a team mate or a file makes no panel scroll sideways', async ({ page }) => {
    await open(page)
    for (const opener of await panels(page)) {
      await opener.tap()
      const [inside, outside] = await panel(page).evaluate(it => {
        for (const text of it.querySelectorAll('p')) text.textContent = 'M'.repeat(40)
        return [it.scrollWidth, it.clientWidth]
      })
      expect(inside, (await opener.getAttribute('aria-label')) ?? '').toBe(outside)
    }
  })

  test('keys that belong together stay in one line', async ({ page }) => {
    await open(page)
    for (const name of ['Bild', 'Hilfe']) {
      await page.getByRole('button', { name, exact: true }).tap()
      const broken = await panel(page)
        .locator('kbd + kbd')
        .evaluateAll(keys =>
          keys
            .filter(key => /^\s*$/.test(key.previousSibling?.textContent ?? ''))
            .filter(
              key =>
                key.getBoundingClientRect().top !==
                key.previousElementSibling?.getBoundingClientRect().top,
            )
            .map(key => key.parentElement?.textContent),
        )
      expect(broken, name).toEqual([])
    }
  })
})

test('to connect again gives the desktop the keyboard', { tag: '@every-browser' }, async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Reconnect' }).press('Enter')
  await expect(page.locator('#keys')).toBeFocused()
})

test('a page of its own tab without a ticket leads back to the app', async ({ page }) => {
  await open(page)
  await expect(page.getByText('Open the desktop from the Flugzeug page.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Flugzeug VM' })).toHaveAttribute('href', '/flugzeug')
})

test('Escape in a panel closes it, although the button with the focus has a tooltip', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'Help' }).press('Enter')
  const help = page.getByRole('region', { name: 'Help' })
  await expect(help).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(help.getByRole('tooltip', { includeHidden: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
})

test('without motion, too, a short interruption does not cover the picture', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The page waits for a server that does not answer.
  await page.routeWebSocket('**/desktop/socket', () => {})
  await page.goto('/desktop.html#ticket')
  const cover = page.locator('[data-connection] > [data-busy]')
  const delay = await cover.evaluate(it => getComputedStyle(it).animation)
  expect(delay).toMatch(/^0s .*0\.4s/)
})

test('with forced colours, the meter and a key that is held are still seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page)
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(it => getComputedStyle(it).backgroundColor)
  const bar = await background('[role=group] > div')
  expect(await background('[role=img] span')).not.toBe(bar)
  const keys = page.getByRole('button', { name: 'Special keys' })
  await keys.focus()
  await keys.click()
  expect(await background('button[aria-expanded=true]')).not.toBe(
    await background('button[aria-expanded=false]'),
  )
})

test('the page has the colours and the language of the app, also when these are changed', {
  tag: '@every-browser',
}, async ({ page, context }) => {
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

test('of two fast changes of the language, the page shows the last one', async ({
  page,
  context,
}) => {
  const app = await context.newPage()
  await app.goto('/desktop.html')
  const choose = (language: string) =>
    app.evaluate(chosen => localStorage.setItem('lang', chosen), language)
  await open(page)
  const asked = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/de-*.js', async route => {
    asked.resolve(route.request().url())
    await released.promise
    await route.continue()
  })
  await choose('de')
  const catalogue = await asked.promise
  await choose('en')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
  released.resolve()
  await page.evaluate(url => import(url), catalogue)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Help' })).toBeAttached()
})
