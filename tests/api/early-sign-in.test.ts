import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSignIn, type WrittenConfig } from '../../src/api/early/sign-in.ts'
import { takeEarlySignIn } from '../../src/api/sign-in/early-sign-in.ts'
import { createOidc } from '../../src/api/sign-in/oidc.ts'
import { signInFailures } from '../../src/api/sign-in/sign-in-failures.ts'
import { signedOut } from '../../src/api/sign-in/signed-out.ts'
import { pageOf } from '../../src/machines/navigation/pages.ts'
import { createStorage } from '../support/fakes/storage.ts'

const site = 'https://ctf.example'
const issuer = `${site}/oidc`
const config = {
  apiBaseUrl: site,
  oidcIssuerUrl: ` ${issuer}`,
  oidcClientId: 'guidon',
  oidcMetadata: {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/token/revocation`,
    end_session_endpoint: `${issuer}/session/end`,
  },
}

let opened: URL[]

/** A tab at this path, whose storage is empty. */
function openTab(path: string) {
  opened = []
  const { href, pathname, search, hash, origin } = new URL(path, site)
  const replace = (url: URL | string) => void opened.push(new URL(url))
  const location = { href, pathname, search, hash, origin, replace }
  const page = { location, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('window', { ...page, self: page })
  vi.stubGlobal('location', location)
  vi.stubGlobal('navigator', { languages: ['de-AT'] })
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('localStorage', createStorage())
}

async function begin(written: WrittenConfig = config) {
  beginSignIn(written, pageOf(location.pathname))
  await globalThis.earlySignIn?.isLeaving
  return opened[0]
}

beforeEach(() => openTab('/challenge/web/hangar-search?x=1'))
afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.earlySignIn = undefined
})

const storedStates = () =>
  Array.from({ length: sessionStorage.length }, (_, index) =>
    JSON.parse(sessionStorage.getItem(sessionStorage.key(index) ?? '') ?? ''),
  )

test.each<[string, () => void, string?]>([
  ['as on the first visit', () => {}],
  ['after somebody signed out', () => signedOut.begin()],
  [
    'with chosen colours and language',
    () => {
      localStorage.setItem('lang', 'en')
      localStorage.setItem('scheme', 'dark')
    },
  ],
  ['with a scope of its own', () => {}, 'openid profile email offline_access'],
])('request and state are those of the library: %s', async (_, prepare, oidcScope) => {
  prepare()
  await begin(oidcScope ? { ...config, oidcScope } : config)
  const library = createOidc({
    ...config,
    oidcIssuerUrl: issuer,
    oidcScope: oidcScope ?? 'openid profile offline_access',
    sentryDsn: '',
    idempotencyKeys: false,
    accountUrl: '',
    event: null,
  })
  void library.startSignIn('/challenge/web/hangar-search?x=1', 0)
  await expect.poll(() => opened).toHaveLength(2)

  const [early, later] = opened.map(({ origin, pathname, searchParams }) => ({
    at: origin + pathname,
    ...Object.fromEntries(searchParams),
    state: '',
    code_challenge: '',
  }))
  expect(early).toEqual(later)
  const [first, second] = storedStates().map(state => ({ ...state, id: '', code_verifier: '' }))
  expect(first).toEqual({ ...second, created: first.created })
  expect(Math.abs(first.created - second.created)).toBeLessThan(60)
})

test('state and verifier are new each time, and the provider gets the digest of the verifier', async () => {
  await begin()
  await begin()
  const states = storedStates()
  expect(new Set(states.flatMap(({ id, code_verifier }) => [id, code_verifier])).size).toBe(4)
  for (const [index, { id, code_verifier }] of states.entries()) {
    const { searchParams } = opened[index] as URL
    expect(code_verifier).toMatch(/^[0-9a-f]{64}$/)
    expect(searchParams.get('state')).toBe(id)
    expect(searchParams.get('code_challenge')).toBe(
      createHash('sha256').update(code_verifier).digest('base64url'),
    )
  }
})

test('the app does not begin the sign-in that the page is leaving for, but any other', async () => {
  await begin()
  expect(await takeEarlySignIn('/')).toBe(false)
  expect(await takeEarlySignIn('/challenge/web/hangar-search?x=1')).toBe(false)
  await begin()
  expect(await takeEarlySignIn('/challenge/web/hangar-search?x=1')).toBe(true)
  // The page is still open after a while, so the app makes the next attempt.
  expect(await takeEarlySignIn('/challenge/web/hangar-search?x=1')).toBe(false)
})

test('without digests in the browser, the app begins the sign-in', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })
  expect(await begin()).toBe(undefined)
  expect(await takeEarlySignIn('/challenge/web/hangar-search?x=1')).toBe(false)
})

const { oidcMetadata: _, ...withoutMetadata } = config
test.each<[string, () => void, WrittenConfig?]>([
  ['a page for visitors', () => openTab('/scoreboard')],
  ['an invitation, whose token is in the fragment', () => openTab('/join#TOKEN')],
  ['a sign-in that failed before', () => signInFailures.write(1)],
  [
    'a service worker',
    () => vi.stubGlobal('navigator', { languages: [], serviceWorker: { controller: {} } }),
  ],
  [
    'a tab that stores nothing',
    () => {
      // Not enumerable, as a method of a browser's storage.
      Object.defineProperty(sessionStorage, 'setItem', {
        value: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
      })
    },
  ],
  ['a provider that is not known yet', () => {}, withoutMetadata],
  [
    'a provider elsewhere',
    () => {},
    { ...config, oidcMetadata: { authorization_endpoint: 'https://ctf.example.org/oidc/auth' } },
  ],
  ['a configuration that lacks a key', () => {}, { ...config, apiBaseUrl: '' }],
])('it leaves to the app: %s', async (_, prepare, written) => {
  prepare()
  expect(await begin(written)).toBe(undefined)
  expect(globalThis.earlySignIn).toBe(undefined)
  expect(sessionStorage.length).toBe(signInFailures.read())
})
