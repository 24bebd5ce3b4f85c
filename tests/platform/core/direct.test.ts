import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulatedClock } from '../../../platform/clock.ts'
import { securityHeaders } from '../../../platform/http/headers.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { during, writeEvent } from './events.ts'

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

/** By the socket and as a function: both must tell the same. */
async function both(path: string, headers: Record<string, string>, method = 'GET') {
  const init = { method, headers: { 'x-request-id': 'same', ...headers } }
  const told = async (response: Response) => {
    const own = Object.fromEntries(response.headers)
    // Of the connection, not of the answer.
    for (const name of ['connection', 'keep-alive', 'content-length', 'transfer-encoding'])
      delete own[name]
    // Of the server, whoever answers.
    for (const name of Object.keys(securityHeaders(false))) delete own[name]
    // For pages of other origins alone, whose requests go one way only.
    if (!headers.origin)
      for (const name of ['access-control-expose-headers', 'vary']) delete own[name]
    return { status: response.status, headers: own, body: await response.text() }
  }
  const bySocket = await told(await fetch(platform.origin + path, init))
  const asFunction = await told(await platform.fetch(path, init))
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
])('%s is answered the same by both ways', async path => {
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

test('what is known already is not told again', async () => {
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

test('metrics count what came by the socket', async () => {
  const count = async () => {
    const text = await (await platform.fetch('/metrics')).text()
    return Number(/count\{call="getUser",status="200"\} (\d+)/.exec(text)?.[1])
  }
  const before = await count()
  await fetch(`${platform.origin}/v1/user`, { headers: authorized() })
  expect(await count()).toBe(before + 1)
})
