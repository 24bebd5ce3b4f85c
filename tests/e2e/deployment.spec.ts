import type { Page } from 'playwright/test'
import { rewrite } from './page/rewrite.ts'
import { expect, newParticipant, playing, signUp, test } from './test.ts'

/** From now on these files are missing, like those of a replaced build. */
const lose = (page: Page, ...names: string[]) =>
  page.route(new RegExp(`/assets/(${names.join('|')})-[^/]*$`), route =>
    route.fulfill({ status: 404, body: 'not found\n' }),
  )

/** From now on the site serves a page of another build. */
async function deploy(page: Page) {
  const file = /\/assets\/app-[^"?]+\.js/
  await rewrite(page, '**/', html => html.replace(file, '$&?build=2'))
  // What the app loads later imports this file by its own name, and must get the same module.
  await page.route(new RegExp(`${file.source}$`), route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export * from '${new URL(route.request().url()).pathname}?build=2'`,
    }),
  )
}

/** What browsers and React log of a file that is missing. */
const ofMissing = /status of 404|answered 404|dynamically imported|preload/i

test('a dialog whose code cannot be loaded says so, keeps the page, and loads when it can', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofMissing)
  const name = await signUp(page)
  await page.getByLabel('Team name').pressSequentially('Typed before')
  await lose(page, 'dialogs')
  await page.getByRole('button', { name: 'Help' }).click()
  const dialog = page.getByRole('dialog', { name: 'This could not be loaded.' })
  await expect(dialog).toBeVisible()
  // As in other dialogs, the main button comes last.
  await expect(dialog.getByRole('button')).toHaveText([/Reload/, /Try again/, ''])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: `Hello, ${name}!` })).toBeVisible()
  await expect(page.getByLabel('Team name')).toHaveValue('Typed before')
})

test('pages, palette and texts that cannot be loaded leave the rest of the app as it is', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofMissing)
  await playing(page)
  const challenge = (slug: string) => page.locator(`nav a[href="/challenge/preflight/${slug}"]`)
  await challenge('radio-check').click()
  await page.getByRole('textbox', { name: 'Flag' }).pressSequentially('GUIDON{half')
  await lose(page, 'scoreboard-page', 'palette', 'de', 'markdown-body', 'highlighted-code')
  await challenge('signal-hoist').click()
  await expect(page.getByText('| Pennant |'), 'a text as it was written').toBeVisible()
  await challenge('radio-check').click()
  await expect(page.getByRole('textbox', { name: 'Flag' })).toHaveValue('GUIDON{half')
  await page.getByRole('link', { name: 'Scoreboard' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('banner').getByLabel('Language').selectOption('de')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Flag' })).toHaveValue('GUIDON{half')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()
  await page.locator('a[href="/scoreboard"]').first().click()
  await expect(page.getByRole('table')).toBeVisible()
  await challenge('signal-hoist').click()
  await expect(page.getByRole('columnheader', { name: 'Pennant' })).toBeVisible()
})

test('Try again of a first page gives the focus to the page', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofMissing)
  await newParticipant(page)
  await lose(page, 'scoreboard-page')
  await page.goto('/scoreboard')
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(page.locator('main h1, main').and(page.locator(':focus'))).toBeVisible()
  // The file must be missing for the second time before it is there.
  await expect(again).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await again.press('Enter')
  await expect(page.getByRole('heading', { name: 'Scoreboard', level: 1 })).toBeFocused()
})

test('a page whose machine cannot be loaded says so, and is shown when it can be', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofMissing)
  await newParticipant(page)
  await page.goto('/scoreboard')
  await expect(page.getByRole('table')).toBeVisible()
  await lose(page, 'home(?!-page)')
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeFocused()
})

test('a page of a replaced build reloads once by itself, and keeps what was typed', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofMissing)
  await signUp(page)
  await page.getByLabel('Team name').pressSequentially('Typed before the reload')
  await deploy(page)
  await lose(page, 'dialogs')
  let loads = 0
  page.on('load', () => loads++)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Help' }).click()
  await reloaded
  await expect(page.getByLabel('Team name')).toHaveValue('Typed before the reload')
  // The new build's files are missing, too: the page does not reload for ever.
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog', { name: 'This could not be loaded.' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'This could not be loaded.' })).toBeVisible()
  expect(loads).toBe(1)
  // The page may still ask for a newer build, and an answer cannot be read once the test has ended.
  await page.unrouteAll({ behavior: 'wait' })
})
