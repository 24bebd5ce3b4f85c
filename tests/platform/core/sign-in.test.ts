import { hash } from 'node:crypto'
import { eq, or, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { oidcRecords, signIns } from '../../../platform/database/schema.ts'
import { eventually } from '../../support/eventually.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import {
  askUser,
  authorizationUrl,
  confirmSignOut,
  createBrowser,
  exchange,
  follow,
  proof,
  redeem,
  signIn,
} from './sign-in-browser.ts'

let platform: TestPlatform
let origin: string
beforeAll(async () => {
  platform = await startPlatform({ listen: true, corsOrigins: ['http://127.0.0.1:5173'] })
  origin = platform.origin
})
afterAll(() => platform.close())

const whoIs = async (token: string) => {
  const response = await askUser(origin, token)
  return ((await response.json()) as { username: string }).username
}

test('a demo account signs in through the page and gets a token that the API takes', async () => {
  const tokens = await signIn(createBrowser(), origin, 'alice', 'demo')
  expect(await whoIs(tokens.access_token)).toBe('alice')
})

test('the page speaks German to who prefers it', async () => {
  const browser = createBrowser('de-CH, en;q=0.5')
  const { response } = await follow(browser, origin, authorizationUrl(origin, proof().challenge))
  expect(await response?.text()).toContain('Benutzername')
})

const openPage = async (language?: string) => {
  const url = authorizationUrl(origin, proof().challenge)
  const { response } = await follow(createBrowser(language), origin, url)
  return { policy: response?.headers.get('content-security-policy'), html: await response?.text() }
}

test('the page loads nothing, runs its own script alone and cannot be framed', async () => {
  const { policy, html = '' } = await openPage()
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  const hashes = scripts.map(script => `'sha256-${hash('sha256', script, 'base64')}'`)
  expect(policy).toMatch(/^default-src 'none'; img-src 'self' data:; style-src 'sha256-[^']+'; /)
  expect(policy).toContain(`; script-src ${hashes.join(' ')}; `)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(html).not.toMatch(/<script [^>]|https?:\/\//)
})

test("the app's request is answered with the form, which is at its own address, too", async () => {
  const browser = createBrowser()
  const request = authorizationUrl(origin, proof().challenge, { login_hint: 'alice' })
  const response = await browser.go(request)
  const html = await response.text()
  expect([response.status, response.headers.get('location')]).toEqual([200, null])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('value="alice"')
  const [, address = ''] = /history\.replaceState\(null,'',"([^"]+)"\)/.exec(html) ?? []
  expect(html).toContain(`<form method="post" action="${address}">`)
  const again = await browser.go(new URL(address, origin))
  expect(await again.text()).toContain(`<form method="post" action="${address}">`)
  // Nobody else can continue it.
  expect((await createBrowser().go(new URL(address, origin))).status).toBe(400)
})

test('the page says what a name and a password may be, before anybody has made a mistake', async () => {
  const english = (await openPage()).html
  expect(english).toContain('Username: up to 40 letters, digits, dots, dashes or underscores.')
  expect(english).toContain('Password: at least 8 characters')
  expect((await openPage('de')).html).toContain('Passwort: mindestens 8 Zeichen')
})

test('the page tells new users to fill in the fields of the sign-in', async () => {
  const html = (await openPage()).html ?? ''
  const how = 'Type the username and password that you want into the fields above.'
  expect(html.indexOf(how)).toBeGreaterThan(html.indexOf('>New here?<'))
  expect(html.indexOf(how)).toBeLessThan(html.indexOf('value="create"'))
  expect((await openPage('de')).html).toContain('Gib oben den Benutzernamen und das Passwort ein')
})

const openedWith = async (wish: Record<string, string>) => {
  const url = new URL(authorizationUrl(origin, proof().challenge))
  for (const [name, value] of Object.entries(wish)) url.searchParams.set(name, value)
  const { response } = await follow(createBrowser('en'), origin, url.href)
  return (await response?.text()) ?? ''
}

test('the page speaks the language of the app, whatever the browser prefers', async () => {
  expect(await openedWith({ ui_locales: 'de' })).toContain('Benutzername')
  expect(await openedWith({ ui_locales: 'xx' })).toContain('Username')
})

test.each([
  ['light', 'data-scheme="light"'],
  ['dark', 'data-scheme="dark"'],
  ['"><script>', '<html lang="en">'],
])('the page has the colour scheme that the app asks for: %s', async (scheme, expected) => {
  expect(await openedWith({ color_scheme: scheme })).toContain(expected)
})

test('the page shows name, logo and colour of the event, and allows that style alone', async () => {
  const { policy, html = '' } = await openPage()
  const { name, accentColor } = await (await fetch(`${origin}/v1/event`)).json()
  expect(html).toContain(`<title>Sign in · ${name}</title>`)
  expect(html).toContain(`<span>${name}</span></p><h1>Sign in</h1>`)
  expect(html).toMatch(/<img src="\/v1\/event\/logo\?tag=[0-9a-f]+" alt="">/)
  expect(html).toContain(`--accent:light-dark(${accentColor.light},${accentColor.dark})`)
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`)
})

test.each([
  [
    'a wrong password',
    'alice',
    'wrong',
    'signIn',
    'Wrong username or password. New here? Create an account.</p>',
  ],
  [
    'an unknown name',
    'nobody',
    'wrong',
    'signIn',
    'Wrong username or password. New here? Create an account.</p>',
  ],
  [
    'a name that is taken',
    'ALICE',
    'long enough',
    'create',
    'This username, or one that looks like it, is taken.',
  ],
  ['a short password', 'dora', 'short', 'create', 'Choose a password of at least 8 characters.'],
  ['a name with markup', '<b>', 'long enough', 'create', 'This username does not work.'],
  ['an empty form', ' ', '', 'signIn', 'Enter a username and a password.'],
])(
  '%s is shown on the page, and the name is kept',
  async (_, username, password, action, message) => {
    const browser = createBrowser()
    const page = await follow(browser, origin, authorizationUrl(origin, proof().challenge))
    const response = await browser.go(page.address, { username, password, action })
    const html = await response.text()
    expect(response.status).toBe(400)
    expect(html).toContain(`<p role="alert" id="error">${message}`)
    expect(html).toContain(`value="${username.replace('<', '&#60;').replace('>', '&#62;')}"`)
  },
)

test('anyone who creates an account is signed in, and can sign in again elsewhere', async () => {
  const first = await signIn(createBrowser(), origin, 'erik', 'correct horse', 'create')
  expect(await whoIs(first.access_token)).toBe('erik')
  const second = await signIn(createBrowser(), origin, 'Erik', 'correct horse')
  expect(await whoIs(second.access_token)).toBe('erik')
})

test('a session signs in again without a page, and without a session says so', async () => {
  const browser = createBrowser()
  await signIn(browser, origin, 'alice', 'demo')
  const { verifier, challenge } = proof()
  const silent = authorizationUrl(origin, challenge, { prompt: 'none' })
  const { address } = await follow(browser, origin, silent)
  expect(await whoIs((await redeem(origin, address, verifier)).access_token)).toBe('alice')

  const stranger = await follow(createBrowser(), origin, silent)
  expect(stranger.address.searchParams.get('error')).toBe('login_required')
})

const day = 24 * 60 * 60_000
const renew = async (refresh_token: string) =>
  (await exchange(origin, { grant_type: 'refresh_token', refresh_token })).body
const recordOf = (refreshToken: string) =>
  eq(oidcRecords.id, hash('sha256', refreshToken, 'base64url'))

test('a sign-in lasts 14 days, however often the app renews its tokens', async () => {
  const { db } = platform.database
  const { refresh_token } = await signIn(createBrowser(), origin, 'alice', 'demo')
  const [row] = await db.select().from(oidcRecords).where(recordOf(refresh_token))
  const daysUntil = (time: unknown) => Math.round((Number(time) - Date.now()) / day)
  const daysLeft = async (which: SQL | undefined) => {
    const rows = await db.select().from(oidcRecords).where(which)
    return rows.map(({ model, expiresAt, payload }) => [
      ...[model, daysUntil(expiresAt), daysUntil(Number(payload.exp) * 1000)],
    ])
  }
  const whole = [eq(oidcRecords.id, row?.grantId ?? ''), recordOf(refresh_token)]
  const session = eq(oidcRecords.uid, `${row?.payload.sessionUid}`)
  expect((await daysLeft(or(...whole, session))).toSorted()).toEqual([
    ...[
      ['Grant', 14, 14],
      ['RefreshToken', 14, 14],
      ['Session', 14, 14],
    ],
  ])

  const expiresAt = new Date(Date.now() + 4 * day)
  const older = { ...row?.payload, exp: Math.floor(Number(expiresAt) / 1000) }
  await db.update(oidcRecords).set({ expiresAt, payload: older }).where(recordOf(refresh_token))
  const renewed = await renew(refresh_token)
  expect(await daysLeft(recordOf(renewed.refresh_token))).toEqual([['RefreshToken', 4, 4]])
})

test('the list of sign-ins says that one was used when the app renews its tokens', async () => {
  const { db } = platform.database
  const { refresh_token } = await signIn(createBrowser(), origin, 'alice', 'demo')
  const [row] = await db.select().from(oidcRecords).where(recordOf(refresh_token))
  const isSignIn = eq(signIns.uid, `${row?.payload.sessionUid}`)
  const usedAt = async () => (await db.select().from(signIns).where(isSignIn))[0]?.usedAt
  const before = new Date('2026-01-01')
  await eventually(async () => expect(await usedAt()).toBeDefined())
  await db.update(signIns).set({ usedAt: before }).where(isSignIn)
  await renew(refresh_token)
  await eventually(async () => expect(await usedAt()).not.toEqual(before))
})

test('a code is worth nothing without the verifier of who asked for it', async () => {
  const browser = createBrowser()
  await signIn(browser, origin, 'alice', 'demo')
  const url = authorizationUrl(origin, proof().challenge, { prompt: 'none' })
  const { address } = await follow(browser, origin, url)
  const { body } = await exchange(origin, {
    grant_type: 'authorization_code',
    code: address.searchParams.get('code') ?? '',
    code_verifier: proof().verifier,
    redirect_uri: `${origin}/auth/redirect`,
  })
  expect(body.error).toBe('invalid_grant')
})

test('a code is worth nothing without the address that it was sent to', async () => {
  // The app has only one.
  const { origin, close } = await startPlatform({ listen: true })
  onTestFinished(close)
  const browser = createBrowser()
  await signIn(browser, origin, 'alice', 'demo')
  const { verifier, challenge } = proof()
  const request = authorizationUrl(origin, challenge, { prompt: 'none' })
  const { address } = await follow(browser, origin, request)
  const form = {
    grant_type: 'authorization_code',
    code: address.searchParams.get('code') ?? '',
    code_verifier: verifier,
  }
  const without = await exchange(origin, form)
  expect(without).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  const whole = await exchange(origin, { ...form, redirect_uri: `${origin}/auth/redirect` })
  expect(whole.status).toBe(200)
  request.searchParams.delete('redirect_uri')
  expect((await browser.go(request)).status).toBe(400)
})

test.each([
  ['another path', { redirect_uri: 'http://127.0.0.1/elsewhere' }, 400],
  ['no proof of key', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
])('%s is refused', async (_, parameters, expected) => {
  const url = authorizationUrl(origin, proof().challenge, parameters)
  for (const [name, value] of [...url.searchParams]) if (!value) url.searchParams.delete(name)
  const { address, response } = await follow(createBrowser(), origin, url)
  const message = new URLSearchParams(address.hash.slice(1) || address.search).get('error')
  expect(response?.status ?? message).toBe(expected)
})

test('only pages of the app may ask for tokens', async () => {
  const ask = async (from: string) => {
    const response = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      headers: { origin: from },
      body: new URLSearchParams({ client_id: 'guidon', grant_type: 'refresh_token' }),
    })
    return response.headers.get('access-control-allow-origin')
  }
  expect(await ask('http://127.0.0.1:5173')).toBe('http://127.0.0.1:5173')
  expect(await ask('https://elsewhere.example')).toBe(null)
})

test('signing out with an ID token asks nothing, ends the session and leads home', async () => {
  const browser = createBrowser()
  const { id_token } = await signIn(browser, origin, 'alice', 'demo')
  const url = new URL(`${origin}/oidc/session/end`)
  url.searchParams.set('id_token_hint', id_token)
  url.searchParams.set('post_logout_redirect_uri', `${origin}/`)
  const html = await (await browser.go(url)).text()
  expect(html).toContain("getElementById('leave').click()")
  const left = await confirmSignOut(browser, origin, html)
  expect(left.headers.get('location')).toBe(`${origin}/`)
  const silent = authorizationUrl(origin, proof().challenge, { prompt: 'none' })
  const { address } = await follow(browser, origin, silent)
  expect(address.searchParams.get('error')).toBe('login_required')
})

test('signing out by a form is the same as by an address', async () => {
  const browser = createBrowser()
  const { id_token } = await signIn(browser, origin, 'alice', 'demo')
  const form = { id_token_hint: id_token, post_logout_redirect_uri: `${origin}/`, state: 'ä&1' }
  const sent = await browser.go(`${origin}/oidc/session/end`, form)
  const address = sent.headers.get('location') ?? ''
  expect([sent.status, address.split('?', 1)[0]]).toEqual([303, `${origin}/oidc/session/end`])
  const html = await (await browser.go(address)).text()
  expect(html).toContain("getElementById('leave').click()")
  const left = await confirmSignOut(browser, origin, html)
  expect(left.headers.get('location')).toBe(`${origin}/?state=%C3%A4%261`)
  for (const [length, status] of [
    [5000, 414],
    [20_000, 413],
  ] as const) {
    const { headers, status: answered } = await browser.go(`${origin}/oidc/session/end`, {
      state: 'x'.repeat(length),
    })
    const next = headers.get('location')
    expect(next ? (await browser.go(next)).status : answered).toBe(status)
  }
})

test('signing out without a session goes on by itself: the policy allows the page its script', async () => {
  const browser = createBrowser()
  const response = await browser.go(`${origin}/oidc/session/end`)
  const html = await response.text()
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(`'sha256-${hash('sha256', script, 'base64')}'`)
  expect(policy).toContain(`form-action 'self' ${origin}`)
  const left = await confirmSignOut(browser, origin, html)
  expect((await browser.go(left.headers.get('location') ?? '')).status).toBe(200)
})
