import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askFor,
  domain,
  handshake,
  startPage,
  startWebPlatform,
} from '../platform/environments/by-name/scene.ts'
import type { TestPlatform } from '../platform/start-platform.ts'
import { eventually } from '../support/eventually.ts'
import { ask, openRaw, statusesIn } from './raw.ts'

let platform: TestPlatform
let host: string
beforeAll(async () => {
  platform = await startWebPlatform()
  host = (await startPage(platform, 'alice')).ip
})
afterAll(() => platform.close())

const lines = (...all: string[]) => [...all, '', ''].join('\r\n')
const isWell = async () => expect((await fetch(`${platform.origin}/v1/health`)).status).toBe(200)

test('only the whole name of an environment that runs leads to one', async () => {
  const [label = ''] = host.split('.')
  const other = label.replace(/^./, first => (first === '0' ? '1' : '0'))
  const { body: user } = await (await platform.as('alice'))('GET', '/v1/user')
  const names = [
    ...[domain, `.${domain}`, `x.${domain}`, `${other}.${domain}`, `${label}x.${domain}`],
    ...[`${label}-1.${domain}`, `${label}-999.${domain}`, `${label}-.${domain}`],
    ...[`${user.id}.${domain}`, `${user.id.replaceAll('-', '')}.${domain}`, `x.${host}`],
  ]
  for (const name of names)
    expect([name, (await askFor(platform, name, '/')).status]).toEqual([name, 404])
  // Another spelling is still the same name.
  for (const name of [host.toUpperCase(), `${host}.`, `${host}:443`])
    expect([name, (await askFor(platform, name, '/')).status]).toEqual([name, 200])
  // The app answers for names that are not below the domain.
  for (const name of [`x${domain}`, `${domain}.evil.test`, `${label}.evil.test`])
    expect((await askFor(platform, name, '/v1/health')).text).toContain('"message":"ok"')
})

test('the name of an environment leads to no call, page or sign-in of the platform', async () => {
  for (const path of [
    '/v1/health',
    '/oidc/.well-known/openid-configuration',
    '/metrics',
    '/worker.js',
  ])
    expect(JSON.parse((await askFor(platform, host, path)).text)).toMatchObject({ url: path })
})

test('a request line with a whole address counts more than the header, both ways', async () => {
  const askWhole = (address: string, header: string) =>
    ask(platform.port, lines(`GET ${address} HTTP/1.1`, `Host: ${header}`, 'Connection: close'))
  expect(await askWhole('http://x/v1/user', host)).toContain('"code":"NOT_AUTHORIZED"')
  expect(await askWhole(`http://${host}/v1/user`, 'x')).toContain('"url":"/v1/user"')
})

test("a desktop's socket at the name of an environment is the environment's", async () => {
  const raw = openRaw(platform.port)
  raw.send(handshake(host, '/desktop/socket', 'mine'))
  expect(statusesIn(await raw.until(/mine/))).toEqual([101])
  raw.socket.destroy()
})

test.each([
  ['both a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
  ['two codings', ['Transfer-Encoding: gzip, chunked']],
  ['a coding with a tab', ['Transfer-Encoding:\tchunked, identity']],
  ['a coding that is none', ['Transfer-Encoding: xchunked']],
  ['a length that is none', ['Content-Length: +4']],
])('a request with %s reaches no environment', async (_what, headers) => {
  const head = ['POST / HTTP/1.1', `Host: ${host}`, 'Connection: close', ...headers]
  const text = await ask(platform.port, `${lines(...head)}0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`)
  for (const status of statusesIn(text)) expect(status).toBeGreaterThanOrEqual(400)
  expect(text).not.toContain('smuggled')
  await isWell()
})

test('headers that Connection names change neither host nor body', async () => {
  const head = [
    ...['POST / HTTP/1.1', `Host: ${host}`, 'Content-Length: 4'],
    'Connection: close, host, content-length, x-forwarded-for, transfer-encoding',
  ]
  const text = await ask(platform.port, `${lines(...head)}body`)
  expect(text).toContain('"length":4')
  expect(text).toContain(`"host":"${host}"`)
  expect(text).toContain('"x-forwarded-for":"127.0.0.1"')
})

test('a body in a coding that the environment could read otherwise is refused', async () => {
  const head = ['POST / HTTP/1.1', `Host: ${host}`, 'Connection: close']
  for (const [coding, status] of [
    ['gzip, chunked', 400],
    ['chunked', 200],
  ] as const) {
    const text = await ask(
      platform.port,
      `${lines(...head, `Transfer-Encoding: ${coding}`)}0\r\n\r\n`,
    )
    expect(statusesIn(text)).toEqual([status])
  }
})

test('nobody passes for another replica', async () => {
  for (const given of ['1', '', 'x'.repeat(43)]) {
    const headers = { 'x-guidon-environment': given, 'x-forwarded-for': '6.6.6.6' }
    const { text } = await askFor(platform, host, '/', { headers })
    expect(JSON.parse(text).headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' })
    expect(text).not.toContain('x-guidon')
  }
})

test.each(['/nonsense', '/huge', '/another-protocol'])(
  'an answer like %s becomes one that says so',
  async path => {
    const { status, text } = await askFor(platform, host, path)
    expect(status).toBe(502)
    expect(text).toContain('The environment does not answer')
    await isWell()
  },
)

test('an answer that is cut off is cut off for the client, too', async () => {
  expect(await askFor(platform, host, '/broken')).toMatchObject({ status: 0, text: 'half' })
  await isWell()
})

test('too much of a body is refused when it is announced', async () => {
  const headers = { 'content-length': 101 * 2 ** 20 }
  expect(
    statusesIn(
      await ask(
        platform.port,
        lines(
          'POST / HTTP/1.1',
          `Host: ${host}`,
          'Connection: close',
          `Content-Length: ${headers['content-length']}`,
        ),
      ),
    ),
  ).toEqual([413])
})

test('one environment takes a limited number of requests at once, and those of others are answered', async () => {
  const waiting = Array.from({ length: 120 }, () => {
    const raw = openRaw(platform.port)
    raw.send(lines('GET /silent HTTP/1.1', `Host: ${host}`))
    return raw
  })
  const busy = await eventually(async () => {
    const reply = await askFor(platform, host, '/')
    expect(reply.status).toBe(503)
    return reply
  })
  expect(busy.headers['retry-after']).toBe('2')
  await isWell()
  for (const raw of waiting) raw.socket.destroy()
  await eventually(async () => expect((await askFor(platform, host, '/')).status).toBe(200))
})

test('a client that goes away within a body or a WebSocket leaves nothing behind', async () => {
  for (const lose of ['resetAndDestroy', 'end', 'destroy'] as const) {
    const within = openRaw(platform.port)
    within.send(`${lines('POST / HTTP/1.1', `Host: ${host}`, 'Content-Length: 100')}half`)
    within.socket[lose]()
    const joined = openRaw(platform.port)
    joined.send(handshake(host, '/ws', 'open'))
    await joined.until(/open/)
    joined.socket[lose]()
  }
  await eventually(async () => expect((await askFor(platform, host, '/')).status).toBe(200))
})

test('the app sets no cookie for more than its own name', async () => {
  const response = await fetch(`${platform.origin}/oidc/account`, { redirect: 'manual' })
  for (const cookie of response.headers.getSetCookie()) expect(cookie).not.toMatch(/domain=/i)
})
