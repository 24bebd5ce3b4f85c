import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRemembered, remember } from '../../src/api/early/remembered-paths.ts'
import { createOidc } from '../../src/api/sign-in/oidc.ts'
import { signedOut } from '../../src/api/sign-in/signed-out.ts'
import { UnreachableError } from '../../src/api/sign-in/unreachable-error.ts'
import { failureOf } from '../../src/domain/answer.ts'
import { createStorage } from '../support/fakes/storage.ts'
import { listen } from '../support/servers/listen.ts'

const site = 'https://ctf.example'

let provider: ReturnType<typeof createServer>
let issuer: string
/** Why a token is refused; null: it is given. */
let tokenError: string | null
/** What of the answer to a token request, or to a revocation, never comes. */
let missing: 'answer' | 'body' | null
/** Resolves when the provider was asked for something that never comes. */
let asked: PromiseWithResolvers<void>
let opened: PromiseWithResolvers<URL>
/** What the provider is asked to revoke. */
let revoked: Record<string, string>[]

beforeEach(async () => {
  opened = Promise.withResolvers()
  revoked = []
  missing = null
  asked = Promise.withResolvers()
  provider = createServer((request, response) => {
    if (missing && request.method === 'POST') {
      response.setHeader('content-type', 'application/json')
      if (missing === 'body') response.flushHeaders()
      return asked.resolve()
    }
    if (request.url === '/revoke') {
      request.on('data', part => revoked.push(Object.fromEntries(new URLSearchParams(`${part}`))))
      return void request.on('end', () => response.end())
    }
    if (request.url === '/token') {
      response.writeHead(tokenError ? 400 : 200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(tokenError ? { error: tokenError } : tokens()))
    }
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        end_session_endpoint: `${issuer}/end`,
      }),
    )
  })
  const port = await listen(provider)
  issuer = `http://127.0.0.1:${port}`
  const location = {
    origin: site,
    href: `${site}/scoreboard`,
    replace: (url: string) => opened.resolve(new URL(url)),
  }
  const page = { location, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('window', { ...page, self: page })
  vi.stubGlobal('location', location)
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('localStorage', createStorage())
})

afterEach(async () => {
  vi.unstubAllGlobals()
  provider.closeAllConnections()
  await new Promise(resolve => provider.close(resolve))
})

/** What the provider gives for a sign-in. */
function tokens() {
  const inAnHour = Math.floor(Date.now() / 1000) + 3_600
  const claims = { iss: issuer, aud: 'the-client', sub: 'alice', exp: inAnHour, iat: 0 }
  const idToken = [{ alg: 'none' }, claims, {}].map(part => btoa(JSON.stringify(part))).join('.')
  return {
    access_token: 'new',
    token_type: 'Bearer',
    expires_in: 3_600,
    scope: 'openid profile',
    id_token: idToken,
  }
}

const oidc = () =>
  createOidc({
    apiBaseUrl: 'https://api.example',
    oidcIssuerUrl: issuer,
    oidcClientId: 'the-client',
    oidcScope: 'openid profile',
    sentryDsn: '',
    idempotencyKeys: false,
    accountUrl: '',
    event: null,
  })

test('the sign-in names the client, and returns to /auth/redirect of the site', async () => {
  void oidc().startSignIn('/scoreboard', 0)
  const { origin, pathname, searchParams } = await opened.promise
  expect(origin + pathname).toBe(`${issuer}/auth`)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'the-client',
    redirect_uri: `${site}/auth/redirect`,
    response_type: 'code',
    scope: 'openid profile',
    state: expect.any(String),
    code_challenge: expect.any(String),
    code_challenge_method: 'S256',
    ui_locales: 'en',
  })
})

test('without HTTPS, a browser has no cryptography: the sign-in says so, and does not begin', async () => {
  vi.stubGlobal('crypto', { getRandomValues: () => {} })
  const error = await oidc()
    .startSignIn('/', 0)
    .catch(error => error)
  expect(failureOf(error)).toEqual({
    code: 'INSECURE',
    message: 'https://ctf.example has no HTTPS, so the browser allows no sign-in.',
  })
})

test('the provider is asked for the language of the app, and for its colours if they were chosen', async () => {
  localStorage.setItem('lang', 'de')
  localStorage.setItem('scheme', 'dark')
  void oidc().startSignIn('/scoreboard', 0)
  const { searchParams } = await opened.promise
  expect([searchParams.get('ui_locales'), searchParams.get('color_scheme')]).toEqual(['de', 'dark'])
})

test('colours as on the device are not asked for', async () => {
  localStorage.setItem('scheme', 'system')
  void oidc().signOut()
  const { searchParams } = await opened.promise
  expect([searchParams.get('ui_locales'), searchParams.get('color_scheme')]).toEqual(['en', null])
})

test('the sign-out returns to the root of the site', async () => {
  void oidc().signOut()
  const { origin, pathname, searchParams } = await opened.promise
  expect(origin + pathname).toBe(`${issuer}/end`)
  expect(searchParams.get('post_logout_redirect_uri')).toBe(`${site}/`)
})

test.each([
  ['all of its grant, by the refresh token', 'r1', ['r1', 'refresh_token']],
  ['the access token, where there is no other', null, ['old', 'access_token']],
])('the sign-out revokes %s', async (_, refreshToken, [token, token_type_hint]) => {
  keepUser(refreshToken)
  void oidc().signOut()
  await opened.promise
  expect(revoked).toMatchObject([{ token, token_type_hint }])
})

test('the sign-out forgets what the account could read', async () => {
  // What every page reads is not remembered.
  for (const path of ['/v1/user', '/v1/challenges/']) remember(path)
  expect(readRemembered(false)).toEqual(['/v1/challenges/'])
  void oidc().signOut()
  await opened.promise
  expect(readRemembered(false)).toEqual(['/v1/user/team'])
})

test('the sign-out forgets tokens of links, which the next user of the tab must not use', async () => {
  for (const key of ['guidon.invitation', 'guidon.view']) sessionStorage.setItem(key, 'secret')
  void oidc().signOut()
  await opened.promise
  const kept = ['guidon.invitation', 'guidon.view'].map(key => sessionStorage.getItem(key))
  expect(kept).toEqual([null, null])
})

test('tokens are kept in session storage, and nothing in local storage', async () => {
  void oidc().startSignIn('/scoreboard', 0)
  await opened.promise
  expect([sessionStorage.length, localStorage.length]).toEqual([1, 0])
})

test.each([
  ['invalid_grant', 'invalidGrant'],
  ['invalid_client', 'failed'],
])('a renewal refused with %s is reported as %s', async (error, code) => {
  tokenError = error
  keepUser()
  expect(await oidc().renew()).toEqual({ ok: false, code })
})

test.each(['server_error', 'temporarily_unavailable'])(
  'a renewal that failed with %s was not refused: it throws, as without an answer',
  async error => {
    tokenError = error
    keepUser()
    await expect(oidc().renew()).rejects.toThrow(error)
  },
)

test('without a refresh token, a session is renewed in a hidden frame, where nobody is asked anything', async () => {
  tokenError = null
  keepUser(null)
  const frame = createFrame()
  const renewal = oidc().renew()
  const { searchParams } = await frame.asked
  expect([searchParams.get('prompt'), searchParams.get('redirect_uri')]).toEqual([
    'none',
    `${site}/auth/redirect`,
  ])
  frame.answer(`state=${searchParams.get('state')}&code=c`)
  expect(await renewal).toMatchObject({ ok: true, session: { accessToken: 'new' } })
})

test('a provider that would have to ask in the hidden frame refuses the renewal', async () => {
  keepUser(null)
  const frame = createFrame()
  const renewal = oidc().renew()
  const state = (await frame.asked).searchParams.get('state')
  frame.answer(`state=${state}&error=login_required`)
  expect(await renewal).toEqual({ ok: false, code: 'failed' })
})

test('a hidden frame that never answers is a refusal: some providers show themselves in no frame', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  keepUser(null)
  const frame = createFrame()
  const renewal = oidc().renew()
  await frame.asked
  vi.advanceTimersByTime(60_000)
  expect(await renewal).toEqual({ ok: false, code: 'failed' })
})

describe('a provider whose answer, or its body, never comes', () => {
  const silences = ['answer', 'body'] as const
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Lets 15 seconds pass once the provider was asked. */
  async function wait() {
    await asked.promise
    await vi.advanceTimersByTimeAsync(15_000)
  }

  test.each(silences)(
    'is a lost connection for a renewal, which can be repeated (%s)',
    async part => {
      missing = part
      keepUser()
      const renewal = oidc().renew().catch(UnreachableError.from)
      await wait()
      expect(await renewal).toBeInstanceOf(UnreachableError)
    },
  )

  test.each(silences)('is a lost connection for the end of a sign-in (%s)', async part => {
    void oidc().startSignIn('/scoreboard', 0)
    const state = (await opened.promise).searchParams.get('state')
    window.location.href = `${site}/auth/redirect?state=${state}&code=c`
    missing = part
    const end = oidc().finishSignIn().catch(UnreachableError.from)
    await wait()
    expect(await end).toBeInstanceOf(UnreachableError)
  })

  test.each(silences)('does not keep anybody signed in (%s)', async part => {
    missing = part
    keepUser()
    void oidc().signOut()
    await wait()
    expect((await opened.promise).pathname).toBe('/end')
  })
})

test('a sign-in that succeeded leaves nothing of failures, of a sign-out, and of the user before', async () => {
  tokenError = null
  localStorage.setItem('guidon.signedOut', 'yes')
  sessionStorage.setItem('guidon.typedBy', 'bob')
  sessionStorage.setItem('guidon.draft:web/login', 'typed by bob')
  vi.stubGlobal('fetch', withoutApi(fetch))
  void oidc().startSignIn('/scoreboard', 3)
  const { searchParams } = await opened.promise
  // The provider may still have a session of the user who signed out.
  expect(searchParams.get('prompt')).toBe('login')
  expect(sessionStorage.getItem('guidon.signInFailures')).toBe('3')
  window.location.href = `${site}/auth/redirect?state=${searchParams.get('state')}&code=c`
  expect(await oidc().finishSignIn()).toMatchObject({
    session: { accessToken: 'new' },
    returnTo: '/scoreboard',
  })
  const kept = ['guidon.signInFailures', 'guidon.draft:web/login', 'guidon.typedBy']
  expect(kept.map(key => sessionStorage.getItem(key))).toEqual([null, null, 'alice'])
  expect(signedOut.read()).toBe(false)
})

test('a refusal by the provider in words is kept for the user; a code, JSON or its own failure is not', async () => {
  const refusalOf = async (answer: string) => {
    void oidc().startSignIn('/scoreboard', 0)
    const state = (await opened.promise).searchParams.get('state')
    window.location.href = `${site}/auth/redirect?state=${state}&${answer}`
    return oidc().finishSignIn().catch(failureOf)
  }
  const words = 'error=access_denied&error_description=You+are+not+invited.'
  expect(await refusalOf(words)).toEqual({
    code: 'SIGN_IN_REFUSED',
    message: 'You are not invited.',
  })
  for (const answer of [
    'error=access_denied',
    'error=access_denied&error_description=%7B%22code%22%3A1%7D',
    'error=server_error&error_description=Out+of+memory',
  ]) {
    opened = Promise.withResolvers()
    expect(await refusalOf(answer)).toMatchObject({ code: 'UNKNOWN' })
  }
})

/** The hidden frame that the library opens. `answer`: the provider leads it back to the site, with this query. */
function createFrame() {
  const asked = Promise.withResolvers<URL>()
  const contentWindow = { location: { replace: (url: string) => asked.resolve(new URL(url)) } }
  let hear = (_message: object) => {}
  Object.assign(window, {
    addEventListener: (_type: string, listener: typeof hear) => {
      hear = listener
    },
    document: {
      createElement: () => ({ style: {}, contentWindow }),
      body: { appendChild: () => {} },
    },
  })
  return {
    asked: asked.promise,
    answer(query: string) {
      const data = { source: 'oidc-client', url: `${site}/auth/redirect?${query}` }
      hear({ origin: site, source: contentWindow, data })
    },
  }
}

function keepUser(refreshToken: string | null = 'r1') {
  sessionStorage.setItem(
    `oidc.user:${issuer}:the-client`,
    JSON.stringify({
      access_token: 'old',
      ...(refreshToken && { refresh_token: refreshToken }),
      token_type: 'Bearer',
      profile: { sub: 'alice' },
      expires_at: 1,
    }),
  )
}

/** The data of the page is asked for at once. Here nobody answers that. */
const withoutApi =
  (real: typeof fetch): typeof fetch =>
  (url, init) =>
    String(url).startsWith('https://api.example') ? new Promise(() => {}) : real(url, init)
