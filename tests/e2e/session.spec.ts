import type { Page } from 'playwright/test'
import { expect, signUp, test } from './test.ts'

/** Makes the stored token look expired, as it is after a night with the laptop closed. */
async function expireToken(page: Page, changes: { refresh_token?: null } = {}) {
  await page.evaluate(changed => {
    const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:'))
    if (!key) throw new Error('There is no session in this tab.')
    const user = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1, ...changed }))
  }, changes)
}

const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:')) ?? ''
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').access_token as string | undefined
  })

const heading = (page: Page, name: string) => page.getByRole('heading', { name: `Hello, ${name}!` })

test('the login returns to the path that was asked for', async ({ page }) => {
  await page.goto('/nowhere?x=1')
  await page.getByLabel('Username').fill('returner')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/nowhere\?x=1$/)
})

test('a reload keeps the session', async ({ page }) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  await page.reload()
  await expect(heading(page, name)).toBeVisible()
})

test('signing out ends the session at the provider, too', async ({ page }) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await accessToken(page)).toBe(undefined)
})

test('an expired token is renewed without a login', async ({ page }) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  const before = await accessToken(page)
  await expireToken(page)
  await page.reload()
  await expect(heading(page, name)).toBeVisible()
  await expect.poll(() => accessToken(page)).not.toBe(before)
})

test('without a refresh token, an expired one is renewed by a hidden frame', async ({ page }) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  const before = await accessToken(page)
  await expireToken(page, { refresh_token: null })
  const visited: string[] = []
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame()) visited.push(new URL(frame.url()).pathname)
  })
  const framed = page.waitForEvent('frameattached')
  await page.reload()
  await framed
  await expect(heading(page, name)).toBeVisible()
  await expect.poll(() => accessToken(page)).not.toBe(before)
  // The page itself went nowhere.
  expect(visited).toEqual(['/'])
})

test('a duplicated tab whose refresh token was used elsewhere comes back by itself', async ({
  page,
  context,
}) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  const storage = await page.evaluate(() => JSON.stringify(sessionStorage))
  const twin = await context.newPage()
  await twin.addInitScript(text => {
    if (sessionStorage.length > 0 || location.pathname !== '/my-team') return
    for (const [key, value] of Object.entries(JSON.parse(text))) {
      sessionStorage.setItem(key, String(value))
    }
  }, storage)
  await twin.goto('/my-team')
  await expect(heading(twin, name)).toBeVisible()

  await expireToken(page)
  await page.reload()
  await expect(heading(page, name)).toBeVisible()
  await expireToken(twin)
  await twin.reload()
  await expect(heading(twin, name)).toBeVisible()
})

test('a page without its configuration names the missing keys', async ({ page }) => {
  await page.route('/', async route => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({
      response,
      body: html
        .replace(/("oidcIssuerUrl":\s*)"[^"]*"/, '$1"nowhere"')
        .replace(/("apiBaseUrl":\s*)"[^"]*"/, '$1""'),
    })
  })
  await page.goto('/')
  await expect(page.getByText('apiBaseUrl')).toBeVisible()
  await expect(page.getByText('oidcIssuerUrl')).toBeVisible()
  await expect(page.getByText('oidcClientId')).toBeHidden()
})
