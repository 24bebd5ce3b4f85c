import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choosePicture } from '../../src/api/early/choose-picture.ts'

const config = {
  apiBaseUrl: 'https://ctf.example',
  oidcIssuerUrl: 'https://ctf.example/oidc',
  oidcClientId: 'guidon',
}
const sessions = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => sessions.get(key) ?? null })
})
afterEach(() => {
  sessions.clear()
  vi.unstubAllGlobals()
})

function open(path: string, isFramed = false) {
  const { pathname, search } = new URL(path, 'https://ctf.example')
  vi.stubGlobal('location', { pathname, search })
  const page = { parent: isFramed ? {} : (undefined as unknown) }
  page.parent ??= page
  vi.stubGlobal('window', page)
  return choosePicture(config)
}

const signIn = () => sessions.set('oidc.user:https://ctf.example/oidc:guidon', '{}')

test.each([
  ['/', 'redirecting'],
  ['/challenge/web/login', 'redirecting'],
  ['/auth/logout', 'redirecting'],
  ['/nowhere', 'redirecting'],
  ['/scoreboard', 'waiting'],
  ['/auth/redirect?code=1', 'processing'],
])('without a session, %s is %s', (path, picture) => {
  expect(open(path)).toBe(picture)
})

test.each([
  ['/', 'shell'],
  ['/scoreboard', 'shell'],
  ['/nowhere', 'shell'],
  ['/auth/logout', 'signingOut'],
  ['/auth/redirect?code=1', 'processing'],
])('with a session, %s is %s', (path, picture) => {
  signIn()
  expect(open(path)).toBe(picture)
})

test('a silent renewal in a hidden frame shows nothing', () => {
  expect(open('/auth/redirect?code=1', true)).toBeNull()
})

test('a session of another provider or client does not count', () => {
  sessions.set('oidc.user:https://ctf.example/oidc:other', '{}')
  expect(open('/')).toBe('redirecting')
})

test.each([{ apiBaseUrl: '' }, { oidcIssuerUrl: 'nowhere' }, { oidcClientId: '' }])(
  'a page without its configuration has no picture: %o',
  missing => {
    open('/')
    expect(choosePicture({ ...config, ...missing })).toBeNull()
  },
)
