import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { type Client, createClient } from '../../src/api/client/client.ts'
import { createGate } from '../../src/api/client/gate.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'
import { isOffline, waitingRequests } from '../../src/machines/network/selectors.ts'
import { listen } from '../support/servers/listen.ts'
import { createTime, type Time } from '../support/time.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse, body: string) => void

const user = {
  id: 'u1',
  username: 'alice',
  externalId: 'x1',
  vpn: { connected: false, ipv4Address: null },
}
const ok =
  (body: unknown): Answerer =>
  (_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }
const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Answerer =>
  (_, response) => {
    response.writeHead(status, headers).end(JSON.stringify({ ok: false, code, message: 'No.' }))
  }
const json = { 'content-type': 'application/json' }
/** Pages often begin with an empty line. */
const portal: Answerer = (_, response) =>
  response.setHeader('content-type', 'text/html').end('\n<!doctype html><title>Sign in</title>')
const hangUp: Answerer = request => void request.socket.destroy()

let time: Time
let answers: Answerer[]
let received: { method: string; url: string; token: string; key: string | null; body: string }[]
let server: ReturnType<typeof createServer>
let network: ReturnType<typeof createNetwork>
let tokens: string[]
let rejections: { rejected: string; again: boolean }[]
let dates: number[]
let client: Client

function createNetwork() {
  return createActor(networkMachine, { clock: time.clock }).start()
}

beforeEach(async () => {
  time = createTime()
  answers = []
  received = []
  rejections = []
  dates = []
  tokens = ['first', 'second', 'third']
  server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      token: request.headers.authorization ?? '',
      key: request.headers['idempotency-key']?.toString() ?? null,
      body,
    })
    const answer = answers.shift()
    if (answer) answer(request, response, body)
    else response.writeHead(500).end()
  })
  const port = await listen(server)
  network = createNetwork()
  client = createClient({
    baseUrl: `http://127.0.0.1:${port}/`,
    idempotencyKeys: true,
    gate: createGate(network),
    session: {
      token: () => tokens[0] ?? '',
      renewed: async (rejected, again) => {
        rejections.push({ rejected, again })
        if (again) throw new Error('The session has ended.')
        tokens.shift()
      },
    },
    now: time.now,
    onDate: serverDate => dates.push(serverDate),
  })
})

afterEach(async () => {
  network.stop()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

const whenOffline = (waiting: number) =>
  expect
    .poll(() => [isOffline(network.getSnapshot()), waitingRequests(network.getSnapshot())])
    .toEqual([true, waiting])

test('an answer that the browser keeps is asked for again', async () => {
  let said: string | undefined
  answers = [
    (request, response) => {
      said = request.headers['cache-control']
      ok(user)(request, response, '')
    },
  ]
  await client('getUser')
  expect(said).toBe('max-age=0')
})

test('a call carries the token, its parameters and its body, and its answer is parsed', async () => {
  answers = [ok({ status: 1 })]
  const answer = await client('solveChallenge', {
    params: { slug: 'a b/c?d', category: 'web/1' },
    body: { flag: 'GUIDON{x}' },
  })
  expect(answer).toEqual({ ok: true, data: { status: 1 }, retried: false })
  expect(received).toEqual([
    {
      method: 'POST',
      url: '/v1/challenges/a%20b%2Fc%3Fd/solve?category=web%2F1',
      token: 'Bearer first',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: '{"flag":"GUIDON{x}"}',
    },
  ])
})

test('a read carries no idempotency key', async () => {
  answers = [ok(user)]
  await client('getUser')
  expect(received[0]?.key).toBe(null)
})

test('answers tell the time of the server, and pages of a portal or gateway do not', async () => {
  const at =
    (hour: number, answer: Answerer): Answerer =>
    (request, response, body) => {
      response.setHeader('date', `Fri, 01 May 2026 ${hour}:00:00 GMT`)
      answer(request, response, body)
    }
  const gateway: Answerer = (_, response) => response.writeHead(502, json).end('{}')
  answers = [
    at(11, portal),
    at(12, ok(user)),
    at(13, gateway),
    at(14, refuse(404, 'NO_TEAM', json)),
  ]
  await expect(client('getUser')).rejects.toMatchObject({ code: 'UNREADABLE' })
  await client('getUser')
  const team = client('getTeam', { expect: ['NO_TEAM'] })
  await whenOffline(1)
  time.pass(2000)
  await team
  expect(dates).toEqual([12, 14].map(hour => Date.UTC(2026, 4, 1, hour)))
})

test('an expected refusal is an answer, by its code and whatever its status', async () => {
  answers = [refuse(418, 'NO_TEAM')]
  expect(await client('getTeam', { expect: ['NO_TEAM'] })).toEqual({
    ok: false,
    code: 'NO_TEAM',
    retried: false,
    retryAfter: null,
  })
})

test('an unexpected refusal is thrown, with the call and the code', async () => {
  answers = [refuse(404, 'NO_TEAM'), (_, response) => response.writeHead(500).end('<html>')]
  await expect(client('getTeam')).rejects.toMatchObject({ call: 'getTeam', code: 'NO_TEAM' })
  await expect(client('getTeam')).rejects.toMatchObject({ call: 'getTeam', code: 'UNKNOWN' })
})

test('too many attempts say how long to wait', async () => {
  answers = [refuse(429, 'UNKNOWN', { 'retry-after': '30' }), refuse(429, 'UNKNOWN')]
  const join = () => client('joinTeam', { body: { joinToken: 'x' }, expect: ['LIMITED'] })
  expect(await join()).toMatchObject({ ok: false, code: 'LIMITED', retryAfter: 30_000 })
  expect(await join()).toMatchObject({ ok: false, code: 'LIMITED', retryAfter: 1000 })
  answers = [refuse(429, 'UNKNOWN', { 'retry-after': '0.5' })]
  expect(await join()).toMatchObject({ retryAfter: 1000 })
  // A proxy may give a time, by its own clock and not by the device's, and one that is now over.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 4, 1, 11))
  onTestFinished(() => now.mockRestore())
  const [date, at] = ['Fri, 01 May 2026 12:00:00 GMT', 'Fri, 01 May 2026 12:00:02 GMT']
  answers = [at, '0'].map(wait => refuse(429, 'UNKNOWN', { date, 'retry-after': wait }))
  expect(await join()).toMatchObject({ retryAfter: 2000 })
  expect(await join()).toMatchObject({ retryAfter: 1000 })
  // A time of day by mistake, in seconds, and a date of another year.
  const absurd = ['1795989995', '9'.repeat(400), 'Sat, 01 May 2077 12:00:00 GMT']
  answers = absurd.map(wait => refuse(429, 'UNKNOWN', { date, 'retry-after': wait }))
  for (const _ of absurd) expect(await join()).toMatchObject({ retryAfter: 3_600_000 })
})

test('an answer that does not fit names the call and the field', async () => {
  answers = [ok({ ...user, vpn: { connected: 'yes', ipv4Address: null } })]
  await expect(client('getUser')).rejects.toThrow(/^getUser: vpn\.connected does not fit/)
})

test.each([
  ['a lost connection', hangUp],
  ['a gateway without an answer', refuse(502, 'UNKNOWN')],
  ['an overloaded gateway', refuse(503, 'UNKNOWN')],
  ['a gateway that waited in vain', refuse(504, 'UNKNOWN')],
  ['a portal that wants a sign-in', refuse(511, 'UNKNOWN')],
  ['a network of caches that cannot reach its server', refuse(521, 'UNKNOWN')],
])('%s is a network error: the request waits, and is sent again', async (_, answer) => {
  answers = [answer, ok(user)]
  const promise = client('getUser')
  await whenOffline(1)
  time.pass(2000)
  expect(await promise).toEqual({ ok: true, data: user, retried: true })
  expect(isOffline(network.getSnapshot())).toBe(false)
})

test.each([500, 501])(
  'a server that answers %s has an error of its own: the request fails',
  async status => {
    answers = [refuse(status, 'UNKNOWN')]
    await expect(client('getUser')).rejects.toMatchObject({ code: 'UNKNOWN' })
    expect(isOffline(network.getSnapshot())).toBe(false)
  },
)

test('a request that has no answer after 15 s is a network error, and is sent again', async () => {
  const timedOut = new AbortController()
  using timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timedOut.signal)
  answers = [() => {}, ok(user)]
  const promise = client('getUser')
  await expect.poll(() => received.length).toBe(1)
  expect(timeout.mock.calls).toEqual([[15_000]])
  expect(isOffline(network.getSnapshot())).toBe(false)
  timedOut.abort(new DOMException('It took too long.', 'TimeoutError'))
  await whenOffline(1)
  time.pass(2000)
  expect(await promise).toEqual({ ok: true, data: user, retried: true })
})

test('a repeated change keeps its idempotency key, and takes the newest token', async () => {
  answers = [hangUp, refuse(409, 'TEAM_NAME_TAKEN')]
  const promise = client('createTeam', { body: { name: 'Lancers' }, expect: ['TEAM_NAME_TAKEN'] })
  await whenOffline(1)
  tokens.shift()
  time.pass(2000)
  expect(await promise).toMatchObject({ ok: false, code: 'TEAM_NAME_TAKEN', retried: true })
  expect(received.map(({ token }) => token)).toEqual(['Bearer first', 'Bearer second'])
  expect(received[0]?.key).toBe(received[1]?.key)
})

test('while offline one request probes, and the others go when it succeeds', async () => {
  answers = [hangUp]
  const first = client('getUser')
  await whenOffline(1)
  const others = [client('getUser'), client('getUser')]
  await whenOffline(3)
  expect(received.length).toBe(1)
  answers = [ok(user), ok(user), ok(user)]
  time.pass(2000)
  await Promise.all([first, ...others])
  expect(received.length).toBe(4)
  expect(waitingRequests(network.getSnapshot())).toBe(0)
})

test('a cancelled request leaves the queue', async () => {
  answers = [hangUp]
  const controller = new AbortController()
  const promise = client('getUser', { signal: controller.signal })
  await whenOffline(1)
  controller.abort(new Error('The page was left.'))
  await expect(promise).rejects.toThrow('The page was left.')
  expect(isOffline(network.getSnapshot())).toBe(false)
})

test('a request that was cancelled before it began does not enter the queue', async () => {
  answers = [hangUp, ok(user)]
  const first = client('getUser')
  await whenOffline(1)
  const signal = AbortSignal.abort(new Error('The page was left.'))
  await expect(client('getUser', { signal })).rejects.toThrow('The page was left.')
  expect(waitingRequests(network.getSnapshot())).toBe(1)
  time.pass(2000)
  await first
  expect(received.length).toBe(2)
})

test('a request that is cancelled on its way ends at once, and is not a network error', async () => {
  using _ = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  answers = [() => {}]
  const controller = new AbortController()
  const promise = client('getUser', { signal: controller.signal })
  await expect.poll(() => received.length).toBe(1)
  controller.abort(new Error('The page was left.'))
  await expect(promise).rejects.toThrow('The page was left.')
  expect(isOffline(network.getSnapshot())).toBe(false)
})

test('a page of a portal on the way is not taken for a change that was made', async () => {
  answers = [portal, (_, response) => response.writeHead(204).end()]
  const params = { category: 'web', slug: 'one' }
  await expect(client('startInstance', { params })).rejects.toMatchObject({ code: 'UNREADABLE' })
  expect(await client('startInstance', { params })).toMatchObject({ ok: true })
})

test('a rejected token is renewed once, and the request sent again', async () => {
  answers = [refuse(401, 'NOT_AUTHORIZED'), ok(user)]
  expect(await client('getUser')).toMatchObject({ ok: true, data: user })
  expect(received.map(({ token }) => token)).toEqual(['Bearer first', 'Bearer second'])
  expect(rejections).toEqual([{ rejected: 'first', again: false }])
})

test('a renewed token that is rejected too ends the request with the session', async () => {
  answers = [refuse(401, 'NOT_AUTHORIZED'), refuse(401, 'NOT_AUTHORIZED')]
  await expect(client('getUser')).rejects.toThrow('The session has ended.')
  expect(rejections).toEqual([
    { rejected: 'first', again: false },
    { rejected: 'second', again: true },
  ])
})

test('a call of an extension is made and parsed as any other', async () => {
  answers = [ok({ name: 'Fair', rules: { en: 'Be kind.' } }), ok({ rules: {} })]
  const event = { name: 'Fair', rules: { en: 'Be kind.' } }
  expect(await client('getEvent')).toEqual({ ok: true, data: event, retried: false })
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /v1/event'])
  await expect(client('getEvent')).rejects.toMatchObject({ code: 'UNREADABLE' })
})

test('a long answer is read as a short one is, and one that does not fit names the field', async () => {
  const entries = Array.from({ length: 2000 }, (_, index) => ({
    accountId: `account-${index}`,
    displayName: `Participant ${index}`,
    flags: 1,
    points: 100,
    rank: index + 1,
  }))
  const unfit = entries.map((entry, index) => (index === 1500 ? { ...entry, points: null } : entry))
  answers = [ok({ entries }), ok({ entries: unfit })]
  expect(await client('getScoreboard')).toEqual({ ok: true, data: { entries }, retried: false })
  await expect(client('getScoreboard')).rejects.toThrow(/entries\.1500\.points/)
})
