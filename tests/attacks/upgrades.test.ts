import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEvent } from '../platform/core/events.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { ask, openRaw, statusesIn } from './raw.ts'

/** `FUZZ=100000` makes the run longer. */
const numRuns = Number(process.env.FUZZ ?? 1500)

let platform: TestPlatform
beforeAll(async () => {
  const eventFolder = await writeEvent({ desktop: { enabled: false } })
  // A fuzzed header may promise a body that never comes.
  platform = await startPlatform({
    eventFolder,
    listen: true,
    timeouts: { headers: 500, request: 500, check: 100 },
  })
})
afterAll(() => platform.close())

const isWell = async () => (await fetch(`${platform.origin}/v1/health`)).status === 200
const handshake = (target: string, more: string[] = []) =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
    '',
    '',
  ].join('\r\n')

test.each(['//[', '/%', '//', 'http://[', '*', '/desktop/socket/', '/v1/health?x=//['])(
  'an upgrade of %s is answered, and nothing ends by it',
  async target => {
    const text = await ask(platform.port, handshake(target, ['Connection: close']))
    expect(statusesIn(text)).toHaveLength(1)
    expect(statusesIn(text)[0]).toBeLessThan(500)
    expect(await isWell()).toBe(true)
  },
)

test.each([
  ['a request', ['GET /v1/health HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close']],
  ['an upgrade', handshake('/desktop/socket/').trimEnd().split('\r\n')],
])('%s with two hosts is refused, in whatever case', async (_, lines) => {
  const text = await ask(platform.port, [...lines, 'hOST: evil.example', '', ''].join('\r\n'))
  expect(statusesIn(text)).toEqual([400])
})

test('an upgrade to another protocol is ignored elsewhere', async () => {
  const more = ['Connection: Upgrade, close', 'HTTP2-Settings: AAMAAABkAAQAAP__']
  const text = await ask(
    platform.port,
    ['GET /v1/health HTTP/1.1', 'Host: x', 'Upgrade: h2c', ...more, '', ''].join('\r\n'),
  )
  expect(statusesIn(text)).toEqual([200])
})

test('a desktop without a ticket is refused before its handshake', async () => {
  const text = await ask(platform.port, handshake('/desktop/socket'))
  expect(statusesIn(text)).toEqual([401])
})

test('a page of another origin is refused, whatever it brings along', async () => {
  const ticket = 'Sec-WebSocket-Protocol: guidon.desktop, x'
  const theirs = handshake('/desktop/socket', ['Origin: https://evil.example', ticket])
  expect(statusesIn(await ask(platform.port, theirs))).toEqual([403])
  const ours = handshake('/desktop/socket', [`Origin: ${platform.origin}`, ticket])
  expect(statusesIn(await ask(platform.port, ours))).toEqual([401])
})

test('a refused socket that sends on, or breaks, ends nothing', async () => {
  for (const bytes of [[0xff, 0xff, 0xff, 0xff], [0x81, 0xff], Array(100_000).fill(0)]) {
    const raw = openRaw(platform.port)
    raw.send(handshake('/desktop/socket', ['Sec-WebSocket-Protocol: guidon.desktop, wrong']))
    raw.send(Uint8Array.from(bytes))
    expect(statusesIn(await raw.all())).toEqual([401])
    const cut = openRaw(platform.port)
    cut.send(handshake('/desktop/socket'))
    cut.socket.resetAndDestroy()
  }
  expect(await isWell()).toBe(true)
})

const token = fc.constantFrom('Upgrade', 'upgrade', 'close', 'keep-alive', ',', '', 'Upgrade, x')
const target = fc.oneof(
  fc.constantFrom('/desktop/socket', '/desktop/socket?x', '//[', '/oidc', '/oidc/auth', '/v1/user'),
  fc.constantFrom('/', '*', 'http://[', 'http://x/desktop/socket', '/desktop/%73ocket', '/metrics'),
  fc.string({ maxLength: 12 }).map(text => `/${text.replace(/\s/g, '')}`),
  fc.string({ unit: 'binary', maxLength: 12 }).map(text => text.replace(/[\s\0]/g, '')),
)
const header = fc.oneof(
  fc.tuple(fc.constant('Connection'), token),
  fc.tuple(fc.constant('Upgrade'), fc.constantFrom('websocket', 'WebSocket', 'h2c', '', 'x, y')),
  fc.tuple(fc.constant('Sec-WebSocket-Version'), fc.constantFrom('13', '8', '', '99', '13, 13')),
  fc.tuple(
    fc.constant('Sec-WebSocket-Key'),
    fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', '', 'x', 'dGhlIHNhbXBsZSBub25jZQ==, y'),
  ),
  fc.tuple(
    fc.constant('Sec-WebSocket-Protocol'),
    fc.oneof(fc.constantFrom('guidon.desktop, a.b', 'guidon.desktop', ',,', 'a.b'), fc.string()),
  ),
  fc.tuple(fc.constant('Sec-WebSocket-Extensions'), fc.constantFrom('permessage-deflate', ';;')),
  fc.tuple(fc.constant('Origin'), fc.constantFrom('null', 'https://evil.example', '//[')),
  fc.tuple(fc.constant('Host'), fc.constantFrom('x', '', '[', 'a b', '127.0.0.1:99999')),
  fc.tuple(fc.constant('Expect'), fc.constantFrom('100-continue', 'nonsense')),
  fc.tuple(fc.constant('Transfer-Encoding'), fc.constantFrom('chunked', 'gzip', 'x, chunked')),
  fc.tuple(fc.constant('Content-Length'), fc.constantFrom('0', '5', '-1', '1e3')),
  fc.tuple(fc.constant('X-Guidon-Replica'), fc.constant('1')),
  fc.tuple(fc.constant('X-Forwarded-For'), fc.constantFrom('x', '[::', '1.2.3.4, ,')),
  fc.tuple(fc.constant('Authorization'), fc.constantFrom('Bearer', 'Bearer x', 'Ticket a.b')),
)
const shape = fc.record({
  method: fc.constantFrom(
    'GET',
    'GET',
    'GET',
    'POST',
    'OPTIONS',
    'HEAD',
    'CONNECT',
    'PUT',
    'TRACE',
  ),
  target,
  version: fc.constantFrom('1.1', '1.1', '1.1', '1.0', '2.0'),
  headers: fc.array(header, { maxLength: 7 }),
  isUpgrade: fc.boolean(),
  after: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 40 })),
  cut: fc.constantFrom('no', 'no', 'end', 'reset'),
})

test('whatever a request line and its headers look like, it is answered or closed, never by a 500', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shape, async ({ method, target, version, headers, isUpgrade, after, cut }) => {
      const given = isUpgrade
        ? [['Connection', 'Upgrade'], ['Upgrade', 'websocket'], ...headers]
        : headers
      const lines = [['Host', 'x'], ...given].map(([name, value]) => `${name}: ${value}`)
      const raw = openRaw(platform.port)
      raw.send(
        Buffer.from(
          [`${method} ${target} HTTP/${version}`, ...lines, '', ''].join('\r\n'),
          'latin1',
        ),
      )
      raw.send(after)
      if (cut === 'reset') raw.socket.resetAndDestroy()
      else raw.socket.end()
      for (const status of statusesIn(await raw.all())) expect(status).toBeLessThan(500)
    }),
    { numRuns, seed: Number(process.env.SEED ?? 11) },
  )
  expect(await isWell()).toBe(true)
})
