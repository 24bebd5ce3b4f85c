import type { Page } from 'playwright/test'
import { expect, newAccount, test } from '../test.ts'

/** Starts a sign-in. Returns the address of its request, changed. */
async function askForSignIn(page: Page, change: (url: URL) => void) {
  const asked = page.waitForRequest(request => request.url().includes('/oidc/auth?'))
  await page.goto('/')
  const url = new URL((await asked).url())
  await expect(page.getByLabel('Username')).toBeVisible()
  change(url)
  return url.href
}

const failures: readonly [what: string, change: (url: URL) => void, said: RegExp][] = [
  ['an unknown app', url => url.searchParams.set('client_id', 'nobody'), /invalid_client/],
  [
    'another address to return to',
    url => url.searchParams.set('redirect_uri', 'https://evil.example/'),
    /invalid_redirect_uri/,
  ],
]

for (const [what, change, said] of failures)
  test(`a sign-in that failed says so in words, and nothing in JSON: ${what}`, async ({
    page,
    console: logged,
  }) => {
    // Chromium logs the status of a page.
    logged.allow(/status of 4\d\d/)
    const response = await page.goto(await askForSignIn(page, change))
    expect(response?.headers()['content-type']).toMatch(/^text\/html/)
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
    const text = await page.locator('body').textContent()
    expect(text).toMatch(said)
    expect(text).not.toMatch(/[{}]|"error/)
  })

test('a sign-in that has ended says so in words', async ({ page, console: logged }) => {
  logged.allow(/status of 4\d\d/)
  await page.goto('/')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goto(new URL('../none/sign-in', page.url()).href)
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
  await expect(page.getByText('expired or is already complete')).toBeVisible()
})

test('a provider that refuses leads back to the app, which says so and tries again', async ({
  page,
  console: logged,
}) => {
  // The app logs the provider's message in the console.
  logged.allow(/E_DOWN/)
  await page.route('**/oidc/auth?*', (route, request) => {
    const { searchParams } = new URL(request.url())
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', searchParams.get('state') ?? '')
    back.searchParams.set('error', 'server_error')
    back.searchParams.set('error_description', '{"code":"E_DOWN"}')
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await page.goto('/')
  const said = page
    .getByRole('alert')
    .filter({ has: page.getByRole('button', { name: 'Try now' }) })
  await expect(said).toContainText('The sign-in service did not answer as expected.')
  await expect(said).not.toContainText('E_DOWN')
})

test('a password is shown and hidden by keyboard, and its button says which', async ({ page }) => {
  await page.goto('/')
  const field = page.getByLabel('Password')
  await field.pressSequentially('correct horse')
  await page.keyboard.press('Tab')
  const reveal = page.getByRole('button', { name: 'Show', description: 'Password' })
  await expect(reveal).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show', pressed: false })).toBeFocused()
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: 'Show', pressed: true })).toBeFocused()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveValue('correct horse')
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: 'Show', pressed: false })).toBeFocused()
    await expect(field).toHaveAttribute('type', 'password')
  }
  await reveal.click()
  await expect(page.getByRole('button', { name: 'Show', pressed: true })).toBeVisible()
  await expect(field).toHaveAttribute('type', 'text')
})

test('a username that is not allowed or taken is focused and marked, and not the password', async ({
  page,
  console: logged,
}) => {
  logged.allow(/status of 4\d\d/)
  await page.goto('/')
  for (const name of ['x y', 'alice']) {
    const username = page.getByLabel('Username')
    await username.fill(name)
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(username).toBeFocused()
    await expect(username).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Password')).not.toHaveAttribute('aria-invalid')
  }
})

test.describe('in Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata', locale: 'en-GB' })

  test("the times of sign-ins are those of the user's time zone, and name it", async ({ page }) => {
    await newAccount(page)
    await page.goto('/oidc/account')
    const shown = page.getByText('Signed in:').locator('time').first()
    const at = Date.parse((await shown.getAttribute('datetime')) ?? '')
    // 5:30 hours ahead of UTC, without daylight saving time
    const clock = new Date(at + 5.5 * 3_600_000).toISOString().slice(11, 16)
    await expect(shown).toContainText(`, ${clock} GMT+5:30`)
  })
})
