import { and, eq } from 'drizzle-orm'
import type { AdapterPayload } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBus } from '../../platform/bus.ts'
import { realClock } from '../../platform/clock.ts'
import { oidcRecords } from '../../platform/database/schema.ts'
import { deviceName } from '../../platform/identity/device.ts'
import { createGrants } from '../../platform/identity/grants.ts'
import { localTimesScript, revealScript } from '../../platform/identity/pages/scripts.ts'
import { createAdapter } from '../../platform/identity/records.ts'
import { createLog } from '../../platform/log.ts'
import {
  askUser,
  type Browser,
  createBrowser,
  exchange,
  follow,
  openSignIn,
  redeem,
  signIn,
} from '../platform/core/sign-in-browser.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'

let platform: TestPlatform
let origin: string
beforeAll(async () => {
  platform = await startPlatform({ listen: true })
  origin = platform.origin
})
afterAll(() => platform.close())

const password = 'correct horse'
const page = () => `${origin}/oidc/account`
const read = async (browser: Browser) => (await browser.go(page())).text()
const post = (
  browser: Browser,
  form: Record<string, string>,
  headers: Record<string, string> = { origin },
) => browser.go(page(), form, headers)
const signedIn = async (username: string, action = 'signIn') => {
  const browser = createBrowser()
  return { browser, ...(await signIn(browser, origin, username, password, action)) }
}
const works = async (token: string) => (await askUser(origin, token)).status === 200
const uids = (html: string) =>
  [...html.matchAll(/name="uid" value="([^"]+)"/g)].map(([, uid]) => uid ?? '')

test('anyone who is signed in nowhere sees nothing, and changes nothing', async () => {
  const response = await createBrowser().go(page())
  expect(response.status).toBe(401)
  expect(await response.text()).not.toContain('<form')
  expect((await post(createBrowser(), { action: 'endOthers' })).status).toBe(401)
})

test('sign-ins are listed, and one that is ended is refused at once', async () => {
  const here = await signedIn('dana', 'create')
  const there = await signedIn('dana')
  const html = await read(here.browser)
  expect(html.match(/<li>/g)).toHaveLength(2)
  expect(html).toContain('this browser')
  const [uid = ''] = uids(html)
  expect(await works(there.access_token)).toBe(true)
  expect((await post(here.browser, { action: 'end', uid })).status).toBe(200)
  expect(await works(there.access_token)).toBe(false)
  const form = { grant_type: 'refresh_token', refresh_token: there.refresh_token }
  expect((await exchange(origin, form)).body.error).toBe('invalid_grant')
  expect((await there.browser.go(page())).status).toBe(401)
  expect(await works(here.access_token)).toBe(true)
})

test("times are written as in the browser's region", async () => {
  const { browser } = await signedIn('gwen', 'create')
  const times = async (language: string) => {
    const html = await (await browser.go(page(), undefined, { 'accept-language': language })).text()
    return /<time [^>]+>([^<]+)</.exec(html)?.[1]
  }
  expect(await times('en-US')).toMatch(/ [AP]M UTC$/)
  expect(await times('en-GB, de;q=0.5')).toMatch(/, \d\d:\d\d UTC$/)
})

test('a request of a sign-in that is ended meanwhile does not bring it back', async () => {
  const { browser, access_token } = await signedIn('uma', 'create')
  await signedIn('uma')
  const [uid = ''] = uids(await read(browser))
  const { database } = platform
  const isSession = and(eq(oidcRecords.model, 'Session'), eq(oidcRecords.uid, uid))
  const [before] = await database.db.select().from(oidcRecords).where(isSession)
  const log = createLog('silent')
  const bus = await createBus(database, log)
  const grants = await createGrants({ database, bus, clock: realClock, accessTokenSeconds: 900 })
  const Sessions = createAdapter(database, grants)

  await post(browser, { action: 'endOthers' })
  // As the provider does at the end of each request, with the session as it was at the request's beginning.
  await new Sessions('Session').upsert('its id', before?.payload as AdapterPayload, 60)
  expect(await database.db.select().from(oidcRecords).where(isSession)).toEqual([])
  expect(await works(access_token)).toBe(true)
  await bus.close()
})

test('nobody ends the sign-in of another account', async () => {
  const victim = await signedIn('vic', 'create')
  await signedIn('vic')
  const other = await signedIn('mallory', 'create')
  const [uid = ''] = uids(await read(victim.browser))
  await post(other.browser, { action: 'end', uid })
  expect(uids(await read(victim.browser))).toContain(uid)
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ['nobody knows where', {}],
])('a form from %s changes nothing', async (_, headers) => {
  const name = `cross${Object.values(headers).join('').length}`
  const here = await signedIn(name, 'create')
  const there = await signedIn(name)
  await post(here.browser, { action: 'endOthers' }, headers)
  const change = { action: 'password', current: password, wanted: 'another horse' }
  await post(here.browser, change, headers)
  expect(await works(there.access_token)).toBe(true)
  await signedIn(name)
})

test('a changed password signs in, the old one does not, and all others are signed out', async () => {
  const here = await signedIn('pat', 'create')
  const there = await signedIn('pat')
  const change = { action: 'password', current: password, wanted: 'battery staple' }
  const response = await post(here.browser, change)
  expect(await response.text()).toContain('Password changed.')
  expect(await works(here.access_token)).toBe(true)
  expect(await works(there.access_token)).toBe(false)
  await expect(signedIn('pat')).rejects.toThrow('answered with 400')
  const again = await signIn(createBrowser(), origin, 'pat', 'battery staple')
  expect(await works(again.access_token)).toBe(true)
})

describe('anyone who knows the old password', () => {
  /**
   * Sends the form without the cookie of the app's request. So the password is proven, and the sign-in is
   * not complete yet, as on the page of the queue.
   */
  const prove = async (username: string) => {
    const { browser, page: form, verifier } = await openSignIn(origin)
    const resume = [...browser.cookies].filter(([name]) => name.startsWith('guidon_resume'))
    for (const [name] of resume) browser.cookies.delete(name)
    const response = await browser.go(form, { username, password, action: 'signIn' })
    for (const [name, cookie] of resume) browser.cookies.set(name, cookie)
    const isProven = (await response.text()).includes('authorization request has expired')
    return {
      browser,
      verifier,
      location: isProven ? form.href.replace('/sign-in', '') : null,
      form,
    }
  }
  const change = (browser: Browser) =>
    post(browser, { action: 'password', current: password, wanted: 'battery staple' })
  /** Continues a sign-in. Resolves with whether the resulting token works. */
  const arrives = async ({
    browser,
    verifier,
    location,
    form,
  }: Awaited<ReturnType<typeof prove>>) => {
    if (!location) return false
    const { address } = await follow(browser, origin, new URL(location, form))
    if (!address.searchParams.has('code')) return false
    const { access_token } = await redeem(origin, address, verifier)
    return access_token !== undefined && works(access_token)
  }

  test('goes no further with a sign-in that was proven before the change', async () => {
    const here = await signedIn('quinn', 'create')
    const kept = await prove('quinn')
    expect(kept.location).not.toBe(null)
    await change(here.browser)
    expect(await arrives(kept)).toBe(false)
    expect((await kept.browser.go(page())).status).toBe(401)
    expect(await works(here.access_token)).toBe(true)
  })

  test('is signed in nowhere when everything happens at once', async () => {
    const here = await signedIn('robin', 'create')
    const attempts = Array.from({ length: 12 }, () => prove('robin'))
    const halves = await Promise.all(attempts.slice(0, 6))
    const [, ...arrived] = await Promise.all([
      change(here.browser),
      ...halves.map(arrives),
      ...attempts.slice(6).map(async attempt => arrives(await attempt)),
    ])
    const sessions = await Promise.all(
      (await Promise.all(attempts)).map(({ browser }) => browser.go(page())),
    )
    expect(sessions.map(({ status }) => status)).toEqual(arrived.map(() => 401))
    expect(await works(here.access_token)).toBe(true)
  })
})

test.each([
  [
    'with a wrong current one',
    { current: 'wrong', wanted: 'battery staple' },
    'The current password is wrong.',
  ],
  ['to a short one', { current: password, wanted: 'short' }, 'at least 8'],
  ['to a common one', { current: password, wanted: 'password1' }, 'too easy to guess'],
  ['to the username', { current: password, wanted: 'longusername' }, 'too easy to guess'],
])('a password is not changed %s', async (_, form, message) => {
  const { browser } = await signedIn('longusername', 'create').catch(() => signedIn('longusername'))
  const response = await post(browser, { action: 'password', ...form })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(message)
  await signedIn('longusername')
})

test('the page shows what browsers call themselves as text, is not kept, not framed, and runs its own scripts alone', async () => {
  const { browser, page: form } = await openSignIn(origin)
  const agent = { 'user-agent': '<script>alert(1)</script>' }
  await browser.go(form, { username: 'alice', password: 'demo', action: 'signIn' }, agent)
  const shown = await browser.go(page())
  const scripts = (await shown.text()).match(/<script.*?<\/script>/gs)
  expect(scripts).toEqual(
    [revealScript, localTimesScript('en-US')].map(script => `<script>${script}</script>`),
  )
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(shown.headers.get('content-security-policy')).toMatch(
    /script-src 'sha256-[^' ]+' 'sha256-[^' ]+'; .*frame-ancestors 'none'/,
  )
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['curl/8', null],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
