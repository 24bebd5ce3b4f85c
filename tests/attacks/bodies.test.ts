import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { end, writeEvent } from '../platform/core/events.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { eventually } from '../support/eventually.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'
import { openRaw, statusesIn } from './raw.ts'

const second = 1000
const clock = createSimulatedClock(end.getTime() - 10 * second)
const timers = vi.spyOn(clock, 'after')
let platform: TestPlatform
let token: string
beforeAll(async () => {
  const eventFolder = await writeEvent({ desktop: { enabled: false } })
  platform = await startPlatform({ eventFolder, clock, listen: true })
  token = await platform.signIn('alice')
  const alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
})
afterAll(() => platform.close())

const solve = '/v1/challenges/plain/solve?category=misc'
const head = (path: string, ...more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    ...more,
    '',
    '',
  ].join('\r\n')
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

test('a flag whose body arrives after the end does not score', async () => {
  const body = JSON.stringify({ flag: 'TEST{plain}' })
  const raw = openRaw(platform.port)
  raw.send(
    head(solve, `Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close'),
  )
  // The platform knows who asks, and waits for the body.
  await eventually(() => expect(timers).toHaveBeenCalledWith(20 * second, expect.anything()))
  clock.advanceTo(end.getTime() + second)
  raw.send(body)
  expect(statusesIn(await raw.all())).toEqual([100, 200])
  const { body: stats } = await (await platform.as('alice'))('GET', '/v1/user/stats')
  expect(stats.score.points).toBe(0)
})

test('a chunked body is read no further than a call may bring', async () => {
  const raw = openRaw(platform.port)
  raw.send(head(solve, 'Transfer-Encoding: chunked'))
  const piece = chunk('x'.repeat(64 * 1024))
  // Sends as much as the platform takes. It must close long before all 400 MB have arrived.
  let sent = 0
  const isClosed = new Promise<false>(resolve => raw.socket.once('close', () => resolve(false)))
  while (sent < 400) {
    const drained = new Promise<true>(resolve => {
      if (raw.socket.write(piece)) setImmediate(resolve, true)
      else raw.socket.once('drain', () => resolve(true))
    })
    if (!(await Promise.race([drained, isClosed]))) break
    sent += 1 / 16
  }
  const text = await raw.all()
  expect(statusesIn(text)).toEqual([413])
  expect(text).toContain('"code":"VALIDATION_FAILED"')
  expect(sent).toBeLessThan(100)
})

test('a body that is announced as too large is refused before it comes', async () => {
  const raw = openRaw(platform.port)
  raw.send(head(solve, 'Content-Length: 500000000'))
  raw.send('x'.repeat(70_000))
  expect(statusesIn(await raw.all())).toEqual([413])
})

test('characters of several bytes count as bytes', async () => {
  const alice = await platform.as('alice')
  const { status } = await alice('POST', solve, { flag: '旗'.repeat(30_000) })
  expect(status).toBe(413)
})

test("a slow body is given up after 20 seconds of the platform's time", async () => {
  const raw = openRaw(platform.port)
  raw.send(head(solve, 'Content-Length: 100'))
  raw.send('{')
  // The clock moves in steps, because the platform may not be waiting for the body yet.
  const text = raw.all()
  let isOver = false
  void text.then(() => {
    isOver = true
  })
  const before = clock.now()
  await eventually(() => {
    clock.advance(1000)
    expect(isOver).toBe(true)
  })
  expect(statusesIn(await text)).toEqual([408])
  expect(clock.now() - before).toBeGreaterThanOrEqual(20 * second)
})

test('a connection that is lost within its body is not a failure of the platform', async () => {
  for (const lose of ['resetAndDestroy', 'end'] as const) {
    const raw = openRaw(platform.port)
    raw.send(head(solve, 'Content-Length: 100'))
    raw.send('{')
    raw.socket[lose]()
    for (const status of statusesIn(await raw.all())) expect(status).toBeLessThan(500)
  }
  expect((await platform.fetch('/v1/health')).status).toBe(200)
})

test('nobody reads a body of 100 MB into the sign-in or the token endpoint', async () => {
  for (const path of [
    '/oidc/token',
    '/oidc/auth/x/sign-in',
    '/oidc/session/end/confirm',
    '/none',
    '/v1/none',
  ]) {
    const before = process.memoryUsage().arrayBuffers
    const raw = openRaw(platform.port)
    raw.send(
      head(
        path,
        'Content-Type: application/x-www-form-urlencoded',
        'Transfer-Encoding: chunked',
        'Connection: close',
      ),
    )
    const piece = chunk('x'.repeat(64 * 1024))
    for (let at = 0; at < 1600 && !raw.socket.destroyed; at++)
      if (!raw.socket.write(piece)) await Promise.race([drain(raw.socket), raw.all()])
    raw.socket.end('0\r\n\r\n')
    for (const status of statusesIn(await raw.all())) expect(status).toBeLessThan(500)
    expect((process.memoryUsage().arrayBuffers - before) / 2 ** 20).toBeLessThan(60)
  }
})

const drain = (socket: import('node:net').Socket) =>
  new Promise(resolve => socket.once('drain', resolve))
