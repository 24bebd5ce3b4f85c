import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { toListener } from '../../../platform/http/node-adapter.ts'
import { securityHeaders } from '../../../platform/http/security-headers.ts'
import { openHttpServer } from '../../../platform/http/server.ts'
import { createLog } from '../../../platform/log.ts'
import { ask, openRaw, statusesIn } from '../../attacks/raw.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await startPlatform({
    eventFolder: await writeEvent(),
    clock: createSimulatedClock(during),
    corsOrigins: ['https://app.example'],
    listen: true,
  })
  token = await platform.signIn('alice')
  const alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
})
afterAll(() => platform.close())

const authorized = () => ({ authorization: `Bearer ${token}` })
const pathOf = (path: string) => [path, authorized()] as const

/** Requests by the socket and by the function: both adapters must give the same reply. */
async function both(path: string, headers: Record<string, string>, method = 'GET') {
  const init = { method, headers: { 'x-request-id': 'same', ...headers } }
  const contentOf = async (response: Response) => {
    const own = Object.fromEntries(response.headers)
    // These headers belong to the connection, not to the reply.
    for (const name of ['connection', 'keep-alive', 'content-length', 'transfer-encoding'])
      delete own[name]
    // The server adds them to every reply.
    for (const name of Object.keys(securityHeaders(false))) delete own[name]
    return { status: response.status, headers: own, body: await response.text() }
  }
  const bySocket = await contentOf(await fetch(platform.origin + path, init))
  const asFunction = await contentOf(await platform.fetch(path, init))
  return { bySocket, asFunction }
}

test.each([
  '/v1/user',
  '/v1/user/',
  '/v1/user/stats',
  '/v1/user/team',
  '/v1/metadata',
  '/v1/categories/',
  '/v1/categories/misc',
  '/v1/categories/m%69sc',
  '/v1/challenges/plain?category=misc',
  '/v1/challenges/plain?category=misc&category=net',
  '/v1/challenges/plain/score?category=mi%73c&more=1',
  '/v1/challenges/bound/instance?category=net',
  '/v1/challenges/plain',
  '/v1/challenges/%E0%A4%A?category=misc',
  '/v1/challenges//score?category=misc',
  '/v1/stats/scoreboard',
  '/v1/nothing',
  '/v1/user?x=%',
])('%s has the same reply by both adapters', async path => {
  const { bySocket, asFunction } = await both(...pathOf(path))
  expect(bySocket).toEqual(asFunction)
  expect(bySocket.status).toBeLessThan(500)
})

test.each([
  ['no token', {}, 401],
  ['a wrong token', { authorization: 'Bearer nonsense' }, 401],
])('with %s, both refuse', async (_, headers, status) => {
  const { bySocket, asFunction } = await both('/v1/user', headers)
  expect(bySocket).toEqual(asFunction)
  expect(bySocket.status).toBe(status)
})

test('an answer that the client already has is not sent again', async () => {
  const { headers } = (await both(...pathOf('/v1/user/stats'))).bySocket
  const known = { ...authorized(), 'if-none-match': headers.etag ?? '' }
  const { bySocket, asFunction } = await both('/v1/user/stats', known)
  expect(bySocket).toEqual(asFunction)
  expect([bySocket.status, bySocket.body]).toEqual([304, ''])
})

test('pages of other origins are answered with what their browser asks for', async () => {
  const headers = { ...authorized(), origin: 'https://app.example' }
  const { bySocket, asFunction } = await both('/v1/user', headers)
  expect(bySocket).toEqual(asFunction)
  expect(bySocket.headers['access-control-allow-origin']).toBe('https://app.example')
})

test('a connection carries one answer after the other, of the right length', async () => {
  const { hostname, port } = new URL(platform.origin)
  const socket = connect(Number(port), hostname)
  const request = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n${more}\r\n`
  const paths = ['/v1/user', '/v1/user/team', '/v1/nothing', '/v1/metadata']
  socket.write(
    paths.map(path => request(path)).join('') + request('/v1/user', 'connection: close\r\n'),
  )
  let text = ''
  for await (const chunk of socket) text += chunk
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', '200', '404', '200', '200'])
})

test.each(['/v1/user', '/v1/user/stats', '/v1/nothing', '/v1/openapi.json'])(
  'HEAD of %s has the headers of GET, and no body',
  async path => {
    // Each client would send its own header.
    const headers = { ...authorized(), 'accept-encoding': 'identity' }
    const head = await both(path, headers, 'HEAD')
    expect(head.bySocket).toEqual(head.asFunction)
    const { bySocket } = await both(path, headers)
    expect(head.bySocket).toEqual({ ...bySocket, body: '' })
  },
)

test('a browser that asks before it calls is answered the same', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
  const { bySocket, asFunction } = await both('/v1/teams', headers, 'OPTIONS')
  expect(bySocket).toEqual(asFunction)
  expect(bySocket.status).toBe(204)
})

const raw = (lines: string[]) =>
  ask(Number(new URL(platform.origin).port), [...lines, 'Connection: close', '', ''].join('\r\n'))

test.each([
  ['a host that is none', ['GET /v1/health HTTP/1.1', 'Host: a b'], 400],
  ['a host with a path', ['GET /v1/none HTTP/1.1', 'Host: x/v1/health?'], 400],
  ['an address that is none', ['GET http://[ HTTP/1.1', 'Host: x'], 400],
  ['an address of another protocol', ['GET ftp://x/v1/health HTTP/1.1', 'Host: x'], 400],
  ['a whole address', ['GET http://x/v1/health HTTP/1.1', 'Host: y'], 200],
  ['a whole address in capitals', ['GET HTTP://x:80/v1/health HTTP/1.1', 'Host: y'], 200],
  ['a whole address without a host', ['GET http:///v1/health HTTP/1.1', 'Host: y'], 400],
  ['a whole address with a password', ['GET http://a:b@x/v1/health HTTP/1.1', 'Host: y'], 400],
  ['a port and brackets', ['GET /v1/health HTTP/1.1', 'Host: [::1]:8080'], 200],
  ['HTTP/1.0 without a host', ['GET /v1/health HTTP/1.0'], 200],
  ['HTTP/1.0 without a host, numbers', ['GET /metrics HTTP/1.0'], 401],
])('%s is answered', async (_, lines, status) => {
  expect(statusesIn(await raw(lines))).toEqual([status])
})

test('a whole address leads where its path does: to the sign-in, a page, a desktop', async () => {
  const { origin } = platform
  const answerTo = (path: string, ...more: string[]) =>
    raw([`GET ${origin}${path} HTTP/1.1`, 'Host: other.example', ...more])
  const found = await answerTo('/oidc/.well-known/openid-configuration')
  expect(found).toContain(`"issuer":"${origin}/oidc"`)
  expect(statusesIn(await answerTo('?x'))).toEqual(statusesIn(await answerTo('/?x')))
  const upgrade = ['Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const socket = await answerTo('/desktop/socket', ...upgrade, key, `Origin: ${origin}`)
  expect(statusesIn(socket)).toEqual([401])
})

test('a request whose body nobody reads leaves its connection usable, or closes it', async () => {
  const lines = ['Host: x', 'Content-Length: 5']
  const small = ['GET /v1/health HTTP/1.1', ...lines, '', 'helloGET /v1/health HTTP/1.1']
  // The second reply begins where the body of the first one ends.
  expect((await raw([...small, 'Host: x'])).match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  const unsent = await raw(['POST /v1/none HTTP/1.1', 'Host: x', 'Content-Length: 90000'])
  expect(statusesIn(unsent)).toEqual([404])
})

/** A server whose every answer has this body, and the first line of its log. */
async function serveBody(body: ReadableStream<Uint8Array>) {
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  onTestFinished(() => server.close())
  const logged = Promise.withResolvers<string>()
  const log = createLog('debug', { write: logged.resolve })
  const listener = toListener({
    answer: async () => ({ status: 200, headers: { 'content-length': '200000' }, body }),
    addressOf: () => '',
    log,
  })
  server.serve({ listener, takesUpgrade: () => false, upgrade: () => {} })
  const client = openRaw(server.port)
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return { client, levels: log.levels.values, line: logged.promise.then(JSON.parse) }
}

test('a download that is broken off ends what is read for it, and is not an error', async () => {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  const { client, levels, line } = await serveBody(
    new ReadableStream({
      pull: controller => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => resolve(),
    }),
  )
  await client.until(/HTTP\/1\.1 200/)
  client.socket.destroy()
  await cancelled
  expect(await line).toMatchObject({ level: levels.debug })
})

test('a download whose content fails is cut off, and the error says why', async () => {
  const { client, levels, line } = await serveBody(
    new ReadableStream({
      pull() {
        throw new Error('the disk is gone')
      },
    }),
  )
  expect(statusesIn(await client.all())).toEqual([])
  const err = { cause: { message: 'the disk is gone' } }
  expect(await line).toMatchObject({ level: levels.error, err })
})

test('a download that fails leaves its place to the next one', async () => {
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  onTestFinished(() => server.close())
  const failing = new ReadableStream<Uint8Array>({
    pull() {
      throw new Error('the disk is gone')
    },
  })
  const bodies = [failing]
  const listener = toListener({
    answer: async () => ({
      status: 200,
      headers: {},
      body: bodies.shift() ?? new Blob(['whole']).stream(),
    }),
    addressOf: () => '',
    log: createLog('silent'),
    reading: { total: 1, perAddress: 1, isExempt: () => false },
  })
  server.serve({ listener, takesUpgrade: () => false, upgrade: () => {} })
  const get = async () => (await fetch(`http://127.0.0.1:${server.port}/`)).text()
  await expect(get()).rejects.toThrow()
  await eventually(async () => expect(await get()).toBe('whole'))
})

test('metrics count what came by the socket', async () => {
  const count = async () => {
    const text = await (await platform.fetch('/metrics')).text()
    return Number(/count\{call="getUser",status="200"\} (\d+)/.exec(text)?.[1])
  }
  const before = await count()
  await fetch(`${platform.origin}/v1/user`, { headers: authorized() })
  expect(await count()).toBe(before + 1)
})

test('of the request of a stream nothing is kept but what the reply needs', async () => {
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  const requests: IncomingMessage[] = []
  const listen = toListener({
    answer: async () => ({
      status: 200,
      headers: {},
      body: sink => {
        sink.write('hello')
        return () => {}
      },
    }),
    addressOf: () => '192.0.2.1',
    log: createLog('silent'),
  })
  server.serve({
    listener(request, response) {
      requests.push(request)
      listen(request, response)
    },
    takesUpgrade: () => false,
    upgrade() {},
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { cookie: 'large' } })
  const first = await response.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toBe('hello')
  expect(requests.map(({ headers, rawHeaders }) => [headers, rawHeaders])).toEqual([[{}, []]])
  await server.close()
})
