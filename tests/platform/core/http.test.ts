import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { createLog } from '../../../platform/log.ts'
import { calls } from '../../../src/api/contract/every-call.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'
import { during, writeEvent } from './events.ts'

let platform: TestPlatform
let alice: Caller
const lines: string[] = []
const clock = createSimulatedClock(during)
beforeAll(async () => {
  platform = await startPlatform({
    eventFolder: await writeEvent(),
    clock,
    corsOrigins: ['https://app.example'],
    metricsToken: 'scrape-me',
    log: createLog('debug', { write: line => void lines.push(line) }),
    limits: { ...defaultLimits, flag: { perAccount: 5, perAddress: 8, seconds: 60 } },
  })
  alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
})
afterAll(() => platform.close())

test('an unchanged resource is answered by 304 and no body', async () => {
  for (const path of ['/v1/user', '/v1/user/stats', '/v1/metadata', '/v1/stats/scoreboard']) {
    const first = await alice('GET', path)
    const etag = first.headers.get('etag') ?? ''
    const again = await alice('GET', path, undefined, { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag])
    const other = await alice('GET', path, undefined, { 'if-none-match': 'W/"other"' })
    expect(other.status).toBe(200)
  }
})

test("every answer carries the event's time", async () => {
  const { headers } = await platform.fetch('/v1/metadata')
  expect(headers.get('date')).toBe(during.toUTCString())
})

test('pages of configured origins may call and read what they need, others not', async () => {
  const ask = (origin: string, method = 'GET') =>
    platform.fetch('/v1/metadata', {
      method,
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const ours = await ask('https://app.example')
  expect(ours.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(ours.headers.get('access-control-expose-headers')?.toLowerCase()).toBe(
    'date,etag,retry-after,x-request-id',
  )
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBe(null)
  // No cache gives one origin the answer to another.
  for (const origin of ['https://evil.example', 'https://app.example']) {
    const { headers } = await platform.fetch('/v1/user', { headers: { origin } })
    expect(headers.get('vary')).toBe('origin')
  }
  const preflight = await ask('https://app.example', 'OPTIONS')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'authorization,content-type,idempotency-key,if-none-match,last-event-id',
  )
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE')
  // A day, so that not every call is two.
  expect(preflight.headers.get('access-control-max-age')).toBe('86400')
})

test('a request keeps its id, or gets one', async () => {
  const given = await platform.fetch('/v1/health', { headers: { 'x-request-id': 'mine-1' } })
  expect(given.headers.get('x-request-id')).toBe('mine-1')
  const bad = await platform.fetch('/v1/health', { headers: { 'x-request-id': 'a b' } })
  expect(bad.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

test('the OpenAPI document holds every call, and the live stream', async () => {
  const { body } = await alice('GET', '/v1/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  const found = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const named = Object.values(calls).map(call => `${call.method} ${call.path}`)
  expect(found.sort()).toEqual([...named, 'GET /v1/live'].sort())
  expect(body.paths['/v1/live'].get).toMatchObject({
    operationId: 'followLive',
    'x-extension': 'live',
  })
})

test('metrics count requests by call and status', async () => {
  await alice('GET', '/v1/user')
  const { body } = await alice('GET', '/metrics', undefined, { authorization: 'Bearer scrape-me' })
  expect(body).toMatch(/guidon_request_duration_seconds_count\{call="getUser",status="200"\} \d+/)
})

test('metrics are for programs of this host, and for who has the token', async () => {
  const read = async (address: string, headers: Record<string, string> = {}) =>
    (await platform.fetch('/metrics', { address, headers })).status
  expect(await read('127.0.0.1')).toBe(200)
  expect(await read('::1')).toBe(200)
  expect(await read('192.0.2.1')).toBe(401)
  // A request of another host, which a proxy of this host passes on.
  expect(await read('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(401)
  // A foreign name that resolves to this host: a page with that name could read the answer.
  const request = new Request('http://rebound.example/metrics')
  const rebound = await platform.composition.platform.fetch(request, { address: '127.0.0.1' })
  expect(rebound.status).toBe(401)
  expect(await read('192.0.2.1', { authorization: 'Bearer scrape-me' })).toBe(200)
  expect(await read('192.0.2.1', { authorization: 'Bearer scrape-mf' })).toBe(401)
  expect(await read('192.0.2.1', { authorization: `Bearer ${await platform.signIn('bob')}` })).toBe(
    401,
  )
})

describe('limits', () => {
  const wrong = (call: Caller) =>
    call('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{guess}' })

  test('an account that guesses waits, and learns how long; others go on', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => wrong(alice)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    const refusal = replies.find(({ status }) => status === 429)
    expect(refusal?.body.code).toBe('UNKNOWN')
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refusal?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('one address that guesses for many accounts waits', async () => {
    const bob = await platform.as('bob')
    await bob('POST', '/v1/teams', { name: 'Kites' })
    await bob('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    const replies = await Promise.all(Array.from({ length: 5 }, () => wrong(bob)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})

test('the log tells of requests and of nothing secret', async () => {
  const token = await platform.signIn('alice')
  await alice('POST', '/v1/teams/join', { joinToken: 'a-join-token' })
  const log = lines.join('')
  expect(log).toContain('"call":"solveChallenge"')
  for (const secret of [token, 'TEST{guess}', 'a-join-token', 'Bearer'])
    expect(log).not.toContain(secret)
})

test('while the disk of the database is full, changes are answered by 503, and made once there is room', async () => {
  const { db } = platform.database
  await db.execute(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = 'disk_full'; end $$`)
  await db.execute('create trigger refuse before insert on teams execute function refuse()')
  const dora = await platform.as('dora')
  const found = () =>
    dora('POST', '/v1/teams', { name: 'Owls' }, { 'idempotency-key': 'full-disk' })
  const refused = await found()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await dora('GET', '/v1/user')).status).toBe(200)
  await db.execute('drop function refuse cascade')
  expect((await found()).status).toBe(204)
})
