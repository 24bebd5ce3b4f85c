import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oidcRecords, signInAccounts } from '../../platform/database/schema.ts'
import { refreshGraceMs } from '../../platform/identity/records.ts'
import type { Flugzeug } from '../../src/api/contract.ts'
import { idleDesktops } from '../platform/core/idle-engine.ts'
import {
  askUser,
  authorizationUrl,
  type Browser,
  confirmSignOut,
  createBrowser,
  exchange,
  follow,
  openSignIn,
  proof,
  redeem,
  signIn,
} from '../platform/core/sign-in-browser.ts'
import { ticketOf } from '../platform/desktop/rfb.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { eventually } from '../support/eventually.ts'

let platform: TestPlatform
let origin: string
beforeAll(async () => {
  platform = await startPlatform({
    listen: true,
    corsOrigins: ['http://127.0.0.1:5173'],
    desktopDriver: idleDesktops,
  })
  origin = platform.origin
})
afterAll(() => platform.close())

const call = async (token: string, at = origin) => (await askUser(at, token)).status
const refresh = (token: string) =>
  exchange(origin, { grant_type: 'refresh_token', refresh_token: token })
const isToken = (token: string) =>
  eq(oidcRecords.id, createHash('sha256').update(token).digest('base64url'))
/** Makes a refresh token look as if it was used `ms` milliseconds ago. */
const age = (token: string, ms: number) =>
  platform.database.db
    .update(oidcRecords)
    .set({ consumedAt: new Date(Date.now() - ms) })
    .where(isToken(token))
const signedIn = async (username = 'alice') => {
  const browser = createBrowser()
  return { browser, ...(await signIn(browser, origin, username, 'demo')) }
}
const signOut = async (browser: Browser, id_token: string) => {
  const url = new URL(`${origin}/oidc/session/end`)
  url.searchParams.set('id_token_hint', id_token)
  return confirmSignOut(browser, origin, await (await browser.go(url)).text())
}
const refused = { status: 400, body: { error: 'invalid_grant' } }

describe('redirect URIs', () => {
  test.each([
    ['another host', 'https://evil.example/auth/redirect'],
    ['another port', 'http://127.0.0.1:1/auth/redirect'],
    ['a path below', '{origin}/auth/redirect/more'],
    ['a path above', '{origin}/auth'],
    ['dots', '{origin}/auth/x/../redirect'],
    ['a query', '{origin}/auth/redirect?next=//evil.example'],
    ['a fragment', '{origin}/auth/redirect#x'],
    ['another case', '{origin}/AUTH/redirect'],
    ['a user', 'http://127.0.0.1@evil.example/auth/redirect'],
    ['a script', 'javascript:alert(1)//auth/redirect'],
  ])('%s is refused on a page of the provider, and leads nowhere', async (_, shape) => {
    const redirect_uri = shape.replace('{origin}', origin)
    const url = authorizationUrl(origin, proof().challenge, { redirect_uri })
    const response = await createBrowser().go(url)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBe(null)
  })

  test('one that was registered is not enough at the token endpoint: it is the one of the code', async () => {
    const { verifier, address } = await codeFor('alice')
    const { body } = await exchange(origin, {
      grant_type: 'authorization_code',
      code: address.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: 'http://127.0.0.1:5173/auth/redirect',
    })
    expect(body.error).toBe('invalid_grant')
  })

  test('signing out leads to the app only', async () => {
    const url = new URL(`${origin}/oidc/session/end`)
    url.searchParams.set('client_id', 'guidon')
    url.searchParams.set('post_logout_redirect_uri', 'https://evil.example/')
    const response = await createBrowser().go(url)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBe(null)
  })
})

/** A code in the app's address, not redeemed yet. */
async function codeFor(username: string, parameters: Record<string, string> = {}) {
  const { browser, page, verifier } = await openSignIn(origin, parameters)
  const response = await browser.go(page, { username, password: 'demo', action: 'signIn' })
  const location = new URL(response.headers.get('location') ?? '', page)
  const { address } = await follow(browser, origin, location)
  return { browser, verifier, address }
}

describe('codes', () => {
  test.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge_method: '' }],
  ])('%s is refused (PKCE downgrade)', async (_, parameters) => {
    const url = authorizationUrl(origin, proof().challenge, parameters)
    for (const [name, value] of [...url.searchParams]) if (!value) url.searchParams.delete(name)
    const { address } = await follow(createBrowser(), origin, url)
    expect(address.searchParams.get('error')).toBe('invalid_request')
    expect(address.searchParams.get('code')).toBe(null)
  })

  test.each([
    ['without a verifier', () => ({})],
    ['with another verifier', () => ({ code_verifier: proof().verifier })],
    ['with the challenge as verifier', (challenge: string) => ({ code_verifier: challenge })],
  ])('%s a code is worth nothing', async (_, form) => {
    const { verifier, address } = await codeFor('alice')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { body } = await exchange(origin, {
      grant_type: 'authorization_code',
      code: address.searchParams.get('code') ?? '',
      redirect_uri: `${origin}/auth/redirect`,
      ...form(challenge),
    })
    expect(body.error).toBe('invalid_grant')
  })

  test('a code that is used twice ends what came of the first use', async () => {
    const { verifier, address } = await codeFor('alice')
    const tokens = await redeem(origin, address, verifier)
    expect(await call(tokens.access_token)).toBe(200)
    const again = await redeem(origin, address, verifier)
    expect(again).toMatchObject({ error: 'invalid_grant' })
    expect(await call(tokens.access_token)).toBe(401)
    expect(await refresh(tokens.refresh_token)).toMatchObject(refused)
  })

  test('a code that is used by several requests at once gives one answer, and what came of it ends', async () => {
    const { verifier, address } = await codeFor('alice')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => redeem(origin, address, verifier)),
    )
    const tokens = answers.filter(({ access_token }) => access_token)
    expect(tokens.length).toBeLessThanOrEqual(1)
    for (const { access_token, refresh_token } of tokens) {
      expect(await call(access_token)).toBe(401)
      expect(await refresh(refresh_token)).toMatchObject(refused)
    }
  })

  test.each(['token', 'id_token', 'code id_token', 'id_token token'])(
    'the flow %j, which puts tokens in the address, does not exist',
    async response_type => {
      const url = authorizationUrl(origin, proof().challenge, { response_type, nonce: 'n' })
      const { address } = await follow(createBrowser(), origin, url)
      expect(`${address.search}${address.hash}`).toContain('error=unsupported_response_type')
    },
  )

  test.each(['password', 'client_credentials', 'implicit'])(
    'the grant %j does not exist',
    async grant => {
      const form = { grant_type: grant, username: 'alice', password: 'demo' }
      const { body } = await exchange(origin, form)
      expect(body.error).toMatch(/unsupported_grant_type|unauthorized_client/)
    },
  )

  test('the answer names its issuer and the state of who asked (mix-up)', async () => {
    const { address } = await codeFor('alice', { state: 'of this tab' })
    expect(address.searchParams.get('iss')).toBe(`${origin}/oidc`)
    expect(address.searchParams.get('state')).toBe('of this tab')
    const found = await (await fetch(`${origin}/oidc/.well-known/openid-configuration`)).json()
    expect(found).toMatchObject({
      issuer: `${origin}/oidc`,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
  })
})

describe('the sign-in form', () => {
  test('is answered with the code: no request lies between it and the app', async () => {
    const { browser, page } = await openSignIn(origin)
    const form = { username: 'alice', password: 'demo', action: 'signIn' }
    const { status, headers } = await browser.go(page, form)
    const address = new URL(headers.get('location') ?? '')
    expect({ status, at: address.origin + address.pathname }).toEqual({
      status: 303,
      at: `${origin}/auth/redirect`,
    })
    expect(address.searchParams.get('code')).toBeTruthy()
  })

  test('of another account than that of the session ends this session first', async () => {
    const { browser } = await signedIn('alice')
    const { challenge, verifier } = proof()
    const request = authorizationUrl(origin, challenge, { prompt: 'login' })
    const { address: page } = await follow(browser, origin, request)
    const form = { username: 'bob', password: 'demo', action: 'signIn' }
    const html = await (await browser.go(page, form)).text()
    const [, action] = /action="([^"]+)"/.exec(html) ?? []
    expect(action).toBe(`${origin}/oidc/session/end/confirm`)
    const { headers } = await confirmSignOut(browser, origin, html)
    const { address } = await follow(browser, origin, headers.get('location') ?? '')
    const { id_token } = await redeem(origin, address, verifier)
    expect(decodeJwt(id_token)).toMatchObject({ preferred_username: 'bob' })
  })

  test('is answered with in the browser only that asked for it (CSRF, session fixation)', async () => {
    const { page } = await openSignIn(origin)
    const form = { username: 'alice', password: 'demo', action: 'signIn' }
    const stranger = await createBrowser().go(page, form)
    expect(stranger.status).toBe(400)
    expect(stranger.headers.get('set-cookie')).toBe(null)
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site, by the browser', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ])('that %s sends signs nobody in', async (_, headers) => {
    const { browser, page } = await openSignIn(origin)
    const form = { username: 'alice', password: 'demo', action: 'signIn' }
    expect((await browser.go(page, form, headers)).status).not.toBe(303)
  })

  test('a session has another id after the sign-in than before (session fixation)', async () => {
    const { browser } = await signedIn('alice')
    const id = () => [...browser.cookies].find(([name]) => /session_\d+$/.test(name))?.[1].value
    const before = id()
    const { challenge } = proof()
    const page = await follow(
      browser,
      origin,
      authorizationUrl(origin, challenge, { prompt: 'login' }),
    )
    const form = { username: 'alice', password: 'demo', action: 'signIn' }
    const response = await browser.go(page.address, form)
    await follow(browser, origin, new URL(response.headers.get('location') ?? '', page.address))
    expect(before).toBeTruthy()
    expect(id()).not.toBe(before)
  })

  test('cookies are signed, out of reach for scripts, and not sent from other sites', async () => {
    const { browser, page } = await openSignIn(origin)
    const form = { username: 'alice', password: 'demo', action: 'signIn' }
    const { headers } = await browser.go(page, form)
    const cookies = headers.getSetCookie()
    const kept = cookies.filter(line => !/expires=Thu, 01 Jan 1970/.test(line))
    expect(kept).toContainEqual(expect.stringContaining('session'))
    for (const cookie of kept) expect(cookie).toMatch(/httponly/i)
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax/i)
    const [name] = [...browser.cookies.keys()].filter(one => /session_\d+$/.test(one))
    const session = browser.cookies.get(name ?? '')
    browser.cookies.set(name ?? '', { value: `${session?.value}x`, path: '/oidc' })
    const silent = authorizationUrl(origin, proof().challenge, { prompt: 'none' })
    const { address } = await follow(browser, origin, silent)
    expect(address.searchParams.get('error')).toBe('login_required')
  })

  test('nobody learns by it who has an account', async () => {
    const answer = async (username: string) => {
      const { browser, page } = await openSignIn(origin)
      const response = await browser.go(page, { username, password: 'wrong one', action: 'signIn' })
      const html = (await response.text())
        .replaceAll(username, 'NAME')
        .replace(/oidc\/auth\/[\w-]+/g, '')
      return { status: response.status, html, names: [...response.headers.keys()] }
    }
    const known = await answer('alice')
    expect(await answer('nobody-at-all')).toEqual(known)
  })

  test.each(['https://evil.example', '//evil.example', 'javascript:alert(1)'])(
    'nothing in the address of it leads to %s (open redirect)',
    async target => {
      const { browser, page } = await openSignIn(origin, { login_hint: target, ui_locales: target })
      for (const name of ['returnTo', 'next', 'redirect', 'url'])
        page.searchParams.set(name, target)
      const response = await browser.go(page, {
        username: 'alice',
        password: 'demo',
        action: 'signIn',
      })
      const { origin: to } = new URL(response.headers.get('location') ?? '', page)
      expect(to).toBe(origin)
    },
  )
})

describe('tokens', () => {
  test('an ID token is not an access token', async () => {
    const { id_token } = await signedIn()
    expect(await call(id_token)).toBe(401)
  })

  test('a token for another audience cannot be had', async () => {
    const url = authorizationUrl(origin, proof().challenge, {
      resource: 'https://evil.example/api',
    })
    const { address, response } = await follow(createBrowser(), origin, url)
    const page = (await response?.text()) ?? ''
    expect(`${address.search}${page}`).not.toContain('code=')
    const { refresh_token } = await signedIn()
    const form = {
      grant_type: 'refresh_token',
      refresh_token,
      resource: 'https://evil.example/api',
    }
    const { body } = await exchange(origin, form)
    expect(body.error).toBe('invalid_target')
  })

  test('a refresh token used again soon, by another tab or after a lost answer, renews too', async () => {
    const { refresh_token } = await signedIn('bob')
    const [one, two] = [await refresh(refresh_token), await refresh(refresh_token)]
    for (const { body } of [one, two]) expect(await call(body.access_token)).toBe(200)
    for (const { body } of [one, two]) expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  test('a use within the grace does not make it longer', async () => {
    const { refresh_token } = await signedIn('bob')
    await refresh(refresh_token)
    await age(refresh_token, refreshGraceMs - 5_000)
    expect((await refresh(refresh_token)).status).toBe(200)
    const [row] = await platform.database.db
      .select()
      .from(oidcRecords)
      .where(isToken(refresh_token))
    expect(Date.now() - Number(row?.consumedAt)).toBeGreaterThanOrEqual(refreshGraceMs - 5_000)
  })

  test('used again later, it is taken for stolen: its whole grant ends, access tokens too', async () => {
    const { refresh_token } = await signedIn('bob')
    const { body } = await refresh(refresh_token)
    await age(refresh_token, refreshGraceMs)
    expect(await call(body.access_token)).toBe(200)
    expect(await refresh(refresh_token)).toMatchObject(refused)
    expect(await refresh(body.refresh_token)).toMatchObject(refused)
    expect(await call(body.access_token)).toBe(401)
  })

  test('so it is after the clock was set back', async () => {
    const { refresh_token } = await signedIn('bob')
    await refresh(refresh_token)
    await age(refresh_token, -3_600_000)
    expect(await refresh(refresh_token)).toMatchObject(refused)
  })

  test('signing out ends session, grant, refresh and access tokens', async () => {
    const { browser, id_token, access_token, refresh_token } = await signedIn()
    const renewed = (await refresh(refresh_token)).body
    await signOut(browser, id_token)
    expect(await call(access_token)).toBe(401)
    expect(await call(renewed.access_token)).toBe(401)
    expect(await refresh(refresh_token)).toMatchObject(refused)
    expect(await refresh(renewed.refresh_token)).toMatchObject(refused)
  })

  test('signing out in one browser leaves the others signed in', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await signOut(one.browser, one.id_token)
    expect(await call(other.access_token)).toBe(200)
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  test('a refresh token that is revoked takes access tokens and grant with it (RFC 7009)', async () => {
    const { access_token, refresh_token } = await signedIn()
    await fetch(`${origin}/oidc/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'guidon', token: refresh_token }),
    })
    expect(await call(access_token)).toBe(401)
    expect(await refresh(refresh_token)).toMatchObject(refused)
  })

  test('the tickets to a desktop end with the sign-in that asked for them', async () => {
    const { browser, id_token, access_token } = await signedIn('carol')
    const other = await signedIn('carol')
    const headers = (token: string) => ({ authorization: `Bearer ${token}` })
    const ask = (method: string, path: string, body?: object) =>
      fetch(origin + path, {
        method,
        headers: headers(access_token),
        ...(body && { body: JSON.stringify(body) }),
      })
    await ask('POST', '/v1/teams', { name: 'Desktop team' })
    await ask('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    await ask('POST', '/v1/user/flugzeug')
    const ticket = async (token: string) => {
      const response = await fetch(`${origin}/v1/user/flugzeug`, { headers: headers(token) })
      return ticketOf(((await response.json()) as Flugzeug).url)
    }
    // 426: the platform would accept a WebSocket with this ticket.
    const opens = async (given: string) => {
      const response = await fetch(`${origin}/desktop/socket`, {
        headers: { authorization: `Ticket ${given}` },
      })
      return response.status
    }
    // It has an address once it runs.
    const mine = await eventually(() => ticket(access_token))
    const others = await ticket(other.access_token)
    expect([await opens(mine), await opens(others)]).toEqual([426, 426])
    await signOut(browser, id_token)
    expect([await opens(mine), await opens(others)]).toEqual([401, 426])
  })

  test('after a restart, a revoked token is still refused', async () => {
    const { browser, id_token, access_token } = await signedIn()
    await signOut(browser, id_token)
    const restarted = await startPlatform({ database: platform.database, origin, listen: true })
    expect(await call(access_token, `http://127.0.0.1:${restarted.port}`)).toBe(401)
    await restarted.close()
  })

  test('the database has nothing to sign in with', async () => {
    const { browser, access_token, refresh_token } = await signedIn()
    await openSignIn(origin)
    // Another one, within the session.
    await browser.go(authorizationUrl(origin, proof().challenge, { prompt: 'login' }))
    const { address } = await codeFor('bob')
    const code = address.searchParams.get('code') ?? ''
    const stored = JSON.stringify([
      await platform.database.db.select().from(oidcRecords),
      await platform.database.db.select().from(signInAccounts),
    ])
    const secrets = [access_token, refresh_token, code, 'demo"']
    for (const [name, { value }] of browser.cookies) if (!/\.sig$/.test(name)) secrets.push(value)
    for (const secret of secrets) expect(stored).not.toContain(secret)
    // A stored id does not work as the secret that it stands for.
    const [row] = await platform.database.db
      .select()
      .from(oidcRecords)
      .where(isToken(refresh_token))
    expect(await refresh(row?.id ?? '')).toMatchObject(refused)
  })
})
