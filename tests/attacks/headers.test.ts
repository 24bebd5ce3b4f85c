import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { during, writeEvent } from '../platform/core/events.ts'
import { idleDesktops } from '../platform/core/idle-engine.ts'
import { authorizationUrl, createBrowser, follow, proof } from '../platform/core/sign-in-browser.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'
import { assess } from './observatory.ts'
import { ask, headersIn, statusesIn } from './raw.ts'

let siteFolder: string
let plain: TestPlatform
let secure: TestPlatform
beforeAll(async () => {
  siteFolder = await mkdtemp(join(tmpdir(), 'guidon-site-'))
  await mkdir(join(siteFolder, 'assets'))
  const html =
    '<!doctype html><script type="application/json" id="app-config">{}</script><script type="module" src="/assets/a-1.js"></script>'
  await writeFile(join(siteFolder, 'index.html'), html)
  await writeFile(join(siteFolder, 'assets/a-1.js'), 'export {}')
  const clock = createSimulatedClock(during)
  const eventFolder = await writeEvent({ vpn: { enabled: true }, desktop: { enabled: true } })
  const more = { clock, siteFolder, listen: true, eventFolder, desktopDriver: idleDesktops }
  plain = await startPlatform(more)
  secure = await startPlatform({ ...more, origin: 'https://ctf.example' })
})
afterAll(async () => {
  await plain.close()
  await secure.close()
  await rm(siteFolder, { recursive: true })
})

const get = (platform: TestPlatform, target: string, ...more: string[]) =>
  ask(
    platform.port,
    [`GET ${target} HTTP/1.1`, 'host: ctf.example', 'connection: close', ...more, '', ''].join(
      '\r\n',
    ),
  )

describe.each([
  ['/', 200],
  ['/assets/a-1.js', 200],
  ['/assets/none.js', 404],
  ['/v1/health', 200],
  ['/v1/user', 401],
  ['/v1/none', 404],
  ['/metrics', 401],
  ['/oidc/.well-known/openid-configuration', 200],
  ['/oidc/none', 404],
  ['/oidc/auth', 400],
  ['/desktop/socket', 401],
  ['http://[', 400],
])('%s', (target, status) => {
  test(`is answered ${status} with every header`, async () => {
    const headers = ['x-forwarded-for: 192.0.2.7']
    for (const [platform, isSecure] of [
      [plain, false],
      [secure, true],
    ] as const) {
      const text = await get(platform, target, ...headers)
      const found = headersIn(text)
      expect([target, statusesIn(text)]).toEqual([target, [status]])
      const names = Object.keys(securityHeaders(isSecure))
      expect(names.filter(name => !found[name])).toEqual([])
      expect(found['strict-transport-security']).toBe(isSecure ? 'max-age=63072000' : undefined)
      expect(found['content-security-policy']).not.toMatch(/unsafe/)
      expect(found['content-security-policy']).toMatch(/frame-ancestors '(none|self)'/)
    }
  })
})

test('an answer that is not a page loads, sends and shows nothing, and no other site reaches its window', async () => {
  expect(headersIn(await get(plain, '/v1/health'))).toMatchObject({
    'content-security-policy':
      "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
  })
})

test('neither pages nor what they embed may use the camera, the microphone or the position', async () => {
  const allowed = headersIn(await get(plain, '/'))['permissions-policy']?.split(', ')
  for (const feature of ['camera', 'microphone', 'geolocation', 'display-capture', 'usb'])
    expect(allowed).toContain(`${feature}=()`)
})

test('the sign-in page has its own policy and every other header', async () => {
  const browser = createBrowser()
  const page = await follow(
    browser,
    plain.origin,
    authorizationUrl(plain.origin, proof().challenge),
  )
  const response = await browser.go(page.address)
  // The policy allows each script by its hash, and nothing else.
  expect(response.headers.get('content-security-policy')).toMatch(
    /script-src 'sha256-[^' ]+'( 'sha256-[^' ]+')*;/,
  )
  expect(response.headers.get('referrer-policy')).toBe('same-origin')
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const name of Object.keys(securityHeaders(false)))
    expect(response.headers.get(name)).toBeTruthy()
})

test('an answer with a secret is stored by no cache', async () => {
  const alice = await plain.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  expect((await alice('POST', '/v1/user/flugzeug')).status).toBe(204)
  const token = await plain.signIn('alice')
  for (const path of ['/v1/user/team', '/v1/user/flugzeug', '/v1/user/vpn/config']) {
    for (const origin of [[], ['origin: https://app.example']]) {
      const text = await get(plain, path, `authorization: Bearer ${token}`, ...origin)
      const found = headersIn(text)
      expect([path, ...statusesIn(text), found['cache-control']]).toEqual([path, 200, 'no-store'])
      expect(found.etag).toBe(undefined)
    }
  }
})

test("every rule of Mozilla's Observatory is kept, by https", async () => {
  const pages: { headers: Record<string, string>; html: string }[] = []
  for (const path of ['/', '/challenge/x/y', '/desktop.html']) {
    const text = await get(secure, path)
    pages.push({ headers: headersIn(text), html: text.split('\r\n\r\n').slice(1).join('\r\n\r\n') })
  }
  for (const page of pages) {
    const { score, lost } = assess({ ...page, isSecure: true })
    expect({ score, lost }).toEqual({ score: 135, lost: [] })
  }
})
