import type { Locator, Page } from 'playwright/test'
import { expect, playing, test } from '../test.ts'
import { asAtFirst, openSite, type Site } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await openSite()
})
test.afterAll(() => site.close())
test.use({
  // The runner also reads it before `beforeAll`.
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures here
  baseURL: async ({}, use) => use((site as Site | undefined)?.origin),
})
test.beforeEach(() => {
  Object.assign(site.now, asAtFirst)
})

/** What browsers log of a page in the place of a file. */
const ofPortal =
  /answered 200|MIME type|digest|dynamically imported|preload|Failed to load|Loading/i

/** The page that is kept is found only when it is met again. */
const pressUntilTable = (page: Page, button: Locator) =>
  expect(async () => {
    if (await button.isVisible()) await button.click()
    await expect(page.getByRole('table')).toBeVisible({ timeout: 5_000 })
  }).toPass()

test('after a portal that browsers keep in the place of the app, Reload loads the app', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofPortal)
  await playing(page)
  site.now.portal = /^\/assets\//
  await page.goto('/scoreboard')
  const reload = page.getByRole('link', { name: 'Reload' })
  await expect(reload).toBeVisible()
  site.now.portal = null
  await pressUntilTable(page, reload)
})

test('after a portal that browsers keep in the place of a page, Try again shows the page', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofPortal)
  await playing(page)
  site.now.portal = /scoreboard-page/
  await page.getByRole('link', { name: 'Scoreboard' }).first().click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  site.now.portal = null
  await pressUntilTable(page, again)
})
