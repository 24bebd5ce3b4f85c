import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationUrl, openSignIn, proof } from '../platform/core/sign-in-browser.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { createWrittenLog } from '../platform/written-log.ts'

let platform: TestPlatform
let token = ''
const { log, written } = createWrittenLog('debug')
beforeAll(async () => {
  platform = await startPlatform({ listen: true, log })
  token = await platform.signIn('mallory')
})
afterAll(() => platform.close())

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Sends the path unchanged: `fetch` would normalise it. */
function send({ method = 'GET', path, headers = {}, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: platform.port, method, path, headers },
      response => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject).end(body)
  })
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const bearer = () => ({ authorization: `Bearer ${token}` })
const auth = (state: string) => {
  const { search } = authorizationUrl(platform.origin, proof().challenge, { state: 'STATE' })
  return search.slice(1).replace('STATE', state)
}
const nul = 'secret-of-somebody%00'

test.each<[string, () => Sent]>([
  ['a path', () => ({ path: `/${nul}` })],
  ['a path of a call', () => ({ path: `/v1/challenges/${nul}?category=a`, headers: bearer() })],
  ['a query of a call', () => ({ path: `/v1/user?a=${nul}`, headers: bearer() })],
  ['a query of the sign-in', () => ({ path: `/oidc/auth?${auth(nul)}` })],
  ['a path of the sign-in', () => ({ path: `/oidc/auth/${nul}/sign-in` })],
  ['a cookie', () => ({ path: '/oidc/auth', headers: { cookie: `guidon_session=${nul}` } })],
  [
    'a token that is renewed',
    () => ({
      method: 'POST',
      path: '/oidc/token',
      headers: form,
      body: `grant_type=refresh_token&client_id=guidon&refresh_token=${nul}`,
    }),
  ],
  [
    'a body',
    () => ({
      method: 'POST',
      path: '/v1/teams',
      headers: bearer(),
      body: JSON.stringify({ name: 'secret-of-somebody\0' }),
    }),
  ],
])('NUL in %s is refused with 400', async (_, sent) => {
  expect(await send(sent())).toBe(400)
})

test('NUL in the name of who signs in is refused with 400', async () => {
  const { browser, page } = await openSignIn(platform.origin)
  const fields = { username: 'secret-of-somebody\0', password: 'secret-of-somebody\0' }
  const response = await browser.go(page, fields)
  expect(response.status).toBe(400)
})

test('a text that only spells NUL out is taken', async () => {
  const call = await platform.as('mallory')
  const { status, body } = await call('POST', '/v1/teams/join', { joinToken: '\\u0000' })
  expect([status, body.code]).not.toContain('VALIDATION_FAILED')
})

test('nothing of it is in the log', () => {
  expect(written()).toContain('"status":400')
  expect(written()).not.toContain('"status":500')
  expect(written().replaceAll(/"path":"[^"]*"/g, '')).not.toContain('secret-of-somebody')
})
