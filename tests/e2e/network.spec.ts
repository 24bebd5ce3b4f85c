import { expect, newParticipant, playing, test } from './test.ts'

test('a flag that is submitted offline is judged when the network is back', async ({
  page,
  context,
  console: logged,
  steps,
}) => {
  // Chromium logs that it is offline.
  logged.allow(/ERR_INTERNET_DISCONNECTED/)
  await playing(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Radio Check/ })
    .click()
  const field = page.getByRole('textbox', { name: 'Flag' })
  await expect(field).toBeVisible()
  // Waits for files that are loaded on demand. Offline, they would fail to load, and be logged.
  await expect(page.locator('code.hljs').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: ' }).first()).toBeVisible()

  await context.setOffline(true)
  await field.fill('GUIDON{typed-offline}')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Network connectivity issues' })
  await expect(dialog).toContainText('Please check your internet connection.')
  await expect(dialog.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  await context.setOffline(false)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await expect(field).toHaveValue('GUIDON{typed-offline}')
  // Checks that the pages of tests are recorded: without that, nothing would be checked.
  expect(await steps.taken('submission')).toContain('flag.submit')
  expect(await steps.taken('network')).toContain('request.failed')
})

test('a typed flag survives a reload', async ({ page }) => {
  await playing(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Radio Check/ })
    .click()
  await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{half')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Flag' })).toHaveValue('GUIDON{half')
})

test('a portal that answers everything with its own page takes nothing from the open one', async ({
  page,
  console: logged,
}) => {
  logged.allow(/MIME type|dynamically imported|preload|integrity|Unexpected token|does not fit/i)
  await playing(page)
  const challenge = page.locator('nav a[href="/challenge/preflight/radio-check"]')
  await challenge.click()
  const field = page.getByRole('textbox', { name: 'Flag' })
  await field.fill('GUIDON{half')
  await page.route('**/*', route =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Wi-Fi</title><script type="module" src="/wifi.js"></script>',
    }),
  )
  // The browser takes a moment to ask the test for what its pages load.
  await expect.poll(() => page.evaluate(async () => (await fetch('/')).text())).toContain('Wi-Fi')
  await field.press('Enter')
  await expect(page.getByText('from the server or your Wi-Fi’s sign-in page')).toBeVisible()
  const asked = page.waitForRequest(request => new URL(request.url()).pathname === '/')
  await page.getByRole('link', { name: 'Scoreboard' }).click()
  await (await asked).response()
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await challenge.click()
  await expect(field).toHaveValue('GUIDON{half')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await field.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await page.getByRole('link', { name: 'Scoreboard' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('a request that an ad blocker stops keeps no other one waiting', async ({
  page,
  console: logged,
}) => {
  logged.allow(/ERR_BLOCKED_BY_CLIENT/)
  await newParticipant(page)
  await page.route('**/v1/challenges/*/score?**', route => route.abort('blockedbyclient'))
  await page.goto('/challenge/preflight/radio-check')
  await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{half')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await expect(page.getByText('Network connectivity issues')).toBeHidden()
})
