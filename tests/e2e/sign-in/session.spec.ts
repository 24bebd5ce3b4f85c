import type { BrowserContext, Page } from 'playwright/test'
import { openBlank } from '../../support/signed-in.ts'
import { accessToken } from '../page/access-token.ts'
import type { PageLog } from '../page/page-log.ts'
import { rewrite } from '../page/rewrite.ts'
import { stopPolls } from '../page/timers.ts'
import { createAccount, expect, playing, returnToTab, signUp, signUpByPage, test } from '../test.ts'

/** Makes the stored token look expired, as it is after a night with the laptop closed. */
async function expireToken(page: Page, changes: { refresh_token?: null } = {}) {
  await page.evaluate(changed => {
    const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:'))
    if (!key) throw new Error('There is no session in this tab.')
    const user = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1, ...changed }))
  }, changes)
}

/** Opens a tab with the storage of the first one, as a browser duplicates a tab; it shows nothing yet. */
async function duplicate(page: Page, context: BrowserContext): Promise<Page> {
  const storage = await page.evaluate(() => JSON.stringify(sessionStorage))
  const twin = await context.newPage()
  await openBlank(twin)
  await twin.evaluate(text => {
    for (const [key, value] of Object.entries(JSON.parse(text))) {
      sessionStorage.setItem(key, String(value))
    }
  }, storage)
  return twin
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name: `Hello, ${name}!` })

/** Fills in the form of the sign-in. */
async function signIn(page: Page, name: string) {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading(page, name)).toBeVisible()
}

test('the sign-in returns to the path that was asked for', async ({ page }) => {
  await page.goto('/nowhere?x=1')
  await createAccount(page, 'returner')
  await expect(page).toHaveURL(/\/nowhere\?x=1$/)
})

test('a reload keeps the session', async ({ page }) => {
  const name = await signUpByPage(page)
  await expect(heading(page, name)).toBeVisible()
  await page.reload()
  await expect(heading(page, name)).toBeVisible()
})

test('signing out ends the session at the provider, too', async ({ page }) => {
  const name = await signUpByPage(page)
  await expect(heading(page, name)).toBeVisible()
  const token = await accessToken(page)
  const revocation = page.waitForRequest(request => request.url().endsWith('/token/revocation'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  const form = new URLSearchParams((await revocation).postData() ?? '')
  expect(form.get('token_type_hint')).toBe('refresh_token')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await accessToken(page)).toBe(undefined)
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/v1/user', { headers })).status()).toBe(401)
})

/** Signs up, and out again without the provider. Returns the name. */
async function signOutWithoutProvider(page: Page, logged: PageLog): Promise<string> {
  logged.allow(/status of 502/)
  const name = await signUpByPage(page)
  await expect(heading(page, name)).toBeVisible()
  await page.route('**/oidc/session/end?**', route => route.fulfill({ status: 502, body: 'no' }))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/oidc\/session\/end\?/)
  return name
}

test('a sign-out that did not reach the provider does not sign in again by itself', async ({
  page,
  console: logged,
}) => {
  const name = await signOutWithoutProvider(page, logged)
  await page.goto('/')
  await signIn(page, name)
  // In another tab, the provider's session signs in as before.
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(heading(other, name)).toBeVisible()
})

test('after a sign-out that did not reach the provider, somebody else signs in', async ({
  page,
  console: logged,
}) => {
  await signOutWithoutProvider(page, logged)
  const other = await signUpByPage(page)
  await expect(heading(page, other)).toBeVisible()
})

test.describe('when somebody else has signed in in another tab, the first tab says so', () => {
  /** Signs up in the first tab. The form of the second one is opened before, so that it finds no session. */
  async function signUpInFirst(page: Page) {
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByLabel('Username')).toBeVisible()
    const first = await signUpByPage(page)
    await expect(heading(page, first)).toBeVisible()
    return { other, first }
  }

  /** The first tab makes no call before it hears of the new user. */
  async function replaceUser(page: Page) {
    const { other, first } = await signUpInFirst(page)
    const second = `${first}other`
    const heard = page.evaluate(
      () =>
        new Promise<void>(resolve =>
          addEventListener('storage', ({ key }) => key === 'guidon.signedOut' && resolve()),
        ),
    )
    await page.route('**/v1/**', async route => {
      await heard
      await route.fallback()
    })
    await createAccount(other, second)
    await expect(heading(other, second)).toBeVisible()
    // It would be told of the next sign-in in the same way.
    await other.close()
    await expect(replacedBy(page, second)).toBeVisible()
    return { first, second }
  }

  const replacedBy = (page: Page, name: string) =>
    page.getByText(`This browser is now signed in with another account: ${name}.`)

  test('and goes on as the other one if asked', async ({ page }) => {
    const { second } = await replaceUser(page)
    await page.getByRole('link', { name: 'Continue with this account' }).click()
    await expect(heading(page, second)).toBeVisible()
  })

  test('and the first one can sign in again', async ({ page }) => {
    const { first } = await replaceUser(page)
    await expect(page.getByLabel('Username')).toHaveValue(first)
    await signIn(page, first)
  })

  test('also if its session has ended before it hears of that', async ({
    page,
    console: logged,
  }) => {
    logged.allow(/The sign-in was lost/)
    const { other, first } = await signUpInFirst(page)
    const second = `${first}other`
    const lost = page.getByText('Sign-in failed.')
    await other.route('**/oidc/token', async route => {
      await expect(lost).toBeVisible()
      await route.continue()
    })
    await createAccount(other, second)
    await expect(replacedBy(page, second)).toBeVisible()
    await expect(heading(other, second)).toBeVisible()
  })
})

test('signing out without a connection says so, and asks for the password later', async ({
  page,
  context,
  console: logged,
}) => {
  logged.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported/)
  // The tab has not loaded what a sign-out needs. A request that fails would open a dialog over the page.
  await stopPolls(context)
  const last = page.waitForResponse('**/v1/announcements')
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  await (await last).finished()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('No connection to the sign-in.')).toBeVisible()
  await expect(page.getByText(/fetch|import|module/i)).toBeHidden()
  expect(await accessToken(page)).toBe(undefined)
  await context.setOffline(false)
  // The user is not signed in again silently, although the provider does not know of the sign-out.
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('signing out without a connection leaves for the provider, and deletes the tokens', async ({
  page,
  context,
  console: logged,
}) => {
  logged.allow(/ERR_INTERNET_DISCONNECTED/)
  // A request that fails would open a dialog over the page.
  await stopPolls(context)
  const last = page.waitForResponse('**/v1/announcements')
  const name = await signUpByPage(page)
  await expect(heading(page, name)).toBeVisible()
  await (await last).finished()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  // `waitForURL` would fail when it sees the load without a connection.
  await expect(page).not.toHaveURL(/^http:/)
  // The browser's own error page would reload as soon as there is a connection, and disturb the test.
  await page.goto('about:blank')
  await context.setOffline(false)
  // The tab has its connection back when a page of the site reaches the server.
  await openBlank(page)
  await page.evaluate(() => fetch('/v1/health'))
  await page.goto('/')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await accessToken(page)).toBe(undefined)
})

test('an expired token is renewed without a sign-in', async ({ page }) => {
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
  // The page itself was not left.
  expect(visited).toEqual(['/'])
})

test('a duplicated tab whose refresh token was used elsewhere comes back by itself', async ({
  page,
  context,
}) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  const twin = await duplicate(page, context)
  await twin.goto('/my-team')
  await expect(heading(twin, name)).toBeVisible()

  await expireToken(page)
  await page.reload()
  await expect(heading(page, name)).toBeVisible()
  await expireToken(twin)
  await twin.reload()
  await expect(heading(twin, name)).toBeVisible()
})

test('a session that ends returns to the page that the tab shows, with what was typed', async ({
  page,
}) => {
  await playing(page)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Radio Check/ })
    .click()
  await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{half')
  let hasEnded = false
  page.on('request', request => {
    hasEnded ||= request.url().includes('/oidc/auth')
  })
  // Until it signs in again, the platform knows no session.
  await page.route('**/v1/user/stats', route =>
    hasEnded
      ? route.continue()
      : route.fulfill({ status: 401, json: { ok: false, code: 'NOT_AUTHORIZED', message: '' } }),
  )
  await returnToTab(page)
  await expect.poll(() => hasEnded).toBe(true)
  await expect(page).toHaveURL(/\/challenge\/preflight\/radio-check$/)
  await expect(page.getByRole('textbox', { name: 'Flag' })).toHaveValue('GUIDON{half')
})

test('a sign-out in one tab leads another one to the sign-in, too', async ({
  page,
  context,
  console: logged,
}) => {
  logged.allow(/status of 40[01]/)
  const name = await signUpByPage(page)
  await expect(heading(page, name)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await expect(heading(other, name)).toBeVisible()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByLabel('Username')).toBeVisible()
  await signIn(page, name)
})

test('what a user typed is shown to nobody else who signs in in the same tab', async ({
  page,
  context,
}) => {
  const other = await playing(await context.newPage())
  const name = await playing(page)
  const flag = page.getByRole('textbox', { name: 'Flag' })
  const path = '/challenge/preflight/radio-check'
  const signOut = async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
  }
  await page.goto(path)
  await flag.fill('GUIDON{half')
  await signOut()
  await signIn(page, name)
  await page.goto(path)
  await expect(flag).toHaveValue('GUIDON{half')
  await signOut()
  await signIn(page, other)
  await page.goto(path)
  await expect(flag).toHaveValue('')
})

test('two tabs of one session renew it once, and neither leaves its page', async ({
  page,
  context,
}) => {
  const name = await signUp(page)
  await expect(heading(page, name)).toBeVisible()
  const old = await accessToken(page)
  await expireToken(page)
  const twin = await duplicate(page, context)
  await Promise.all([page.goto('about:blank'), twin.goto('about:blank')])

  const renewals: string[] = []
  const visited: string[] = []
  context.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname === '/oidc/token') renewals.push(pathname)
    if (request.isNavigationRequest()) visited.push(pathname)
  })
  /** The tabs that renew, or wait for their turn. */
  const renewing = () =>
    page.evaluate(async () => {
      const locks: LockInfo[] = Object.values(await navigator.locks.query()).flat()
      return locks.filter(({ name }) => name?.startsWith('guidon.session:')).length
    })
  // A tab that begins after the renewal of the other one has no token that is accepted.
  await context.route('**/oidc/token', async route => {
    await expect.poll(renewing).toBe(2)
    await route.continue()
  })
  await Promise.all([page.goto('/'), twin.goto('/')])
  await expect(heading(page, name)).toBeVisible()
  await expect(heading(twin, name)).toBeVisible()
  // Each tab stores the new token on its own.
  const isRenewed = async () => {
    const token = await accessToken(page)
    return token !== old && token === (await accessToken(twin))
  }
  await expect.poll(isRenewed).toBe(true)
  expect(renewals).toHaveLength(1)
  expect(visited).toEqual(['/', '/'])
})

test('a page without its configuration names the missing keys', async ({ page }) => {
  await rewrite(page, '/', html =>
    html
      .replace(/("oidcIssuerUrl":\s*)"[^"]*"/, '$1"nowhere"')
      .replace(/("apiBaseUrl":\s*)"[^"]*"/, '$1""'),
  )
  await page.goto('/')
  await expect(page.getByText('apiBaseUrl')).toBeVisible()
  await expect(page.getByText('oidcIssuerUrl')).toBeVisible()
  await expect(page.getByText('oidcClientId')).toBeHidden()
})

test('a password is shown while its button is pressed, and is a password again when it is sent', async ({
  page,
}) => {
  await page.goto('/')
  const field = page.getByLabel('Password')
  const show = page.getByRole('button', { name: 'Show' })
  await page.getByLabel('Username').fill('alice')
  await field.fill('not her password')
  await show.click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect(field).toHaveAttribute('type', 'password')
  await show.click()
  await page
    .locator('form')
    .evaluate(form => form.addEventListener('submit', event => event.preventDefault()))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('a form whose button is pressed twice signs in', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Username').fill('impatient')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /impatient/ })).toBeVisible()
})
