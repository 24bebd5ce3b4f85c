import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createByName,
  type EnvironmentLocation,
} from '../../../../platform/environments/by-name/by-name.ts'
import { createHostNames } from '../../../../platform/environments/by-name/host-names.ts'
import { refusalPage } from '../../../../platform/environments/by-name/refusal-page.ts'
import type { Target } from '../../../../platform/environments/driver.ts'
import { type HttpServer, openHttpServer } from '../../../../platform/http/server.ts'
import { createLog } from '../../../../platform/log.ts'
import type { Endpoint } from '../../../../src/api/contract.ts'
import { ask as askRaw, headersIn, openRaw, statusesIn } from '../../../attacks/raw.ts'
import { eventually } from '../../../support/eventually.ts'
import { makeCertificate } from '../../../support/servers/certificate.ts'
import { listen } from '../../../support/servers/listen.ts'
import { ask, pem } from '../../http/http2-client.ts'
import type { TestPlatform } from '../../start-platform.ts'
import { askFor, handshake, path, startPage, startWebPlatform } from './scene.ts'

const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('an environment with a host name', () => {
  let platform: TestPlatform
  let endpoint: Endpoint
  beforeAll(async () => {
    platform = await startWebPlatform()
    endpoint = await startPage(platform, 'alice')
  })
  afterAll(() => platform.close())
  const get = (at: string, more: Parameters<typeof askFor>[3] = {}) =>
    askFor(platform, endpoint.ip, at, more)

  test("has a random name at the app's own port, and no account's id in it", async () => {
    expect(endpoint).toMatchObject({ port: platform.port, protocol: 'http' })
    expect(endpoint.ip).toMatch(/^[\da-f]{32}\.play\.test$/)
    const { body } = await (await platform.as('alice'))('GET', '/v1/user')
    expect(endpoint.ip).not.toContain(body.id.replaceAll('-', ''))
    expect((await startPage(platform, 'bob')).ip).not.toBe(endpoint.ip)
  })

  test('gets a request as it is, and who sent it', async () => {
    const headers = {
      'x-own': 'kept',
      cookie: 'a=1; b=2',
      authorization: 'Basic eDp5',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil',
      forwarded: 'for=6.6.6.6',
      te: 'trailers',
      'proxy-authorization': 'x',
      'keep-alive': 'timeout=1',
      connection: 'keep-alive, x-hop',
      'x-hop': 'dropped',
    }
    const { status, text } = await get('/a%2Fb?q=%00&q=2', { headers })
    expect(status).toBe(200)
    const seen = JSON.parse(text)
    expect(seen).toMatchObject({ method: 'GET', url: '/a%2Fb?q=%00&q=2', length: 0 })
    expect(seen.headers).toEqual({
      'x-own': 'kept',
      cookie: 'a=1; b=2',
      authorization: 'Basic eDp5',
      host: endpoint.ip,
      connection: 'close',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': endpoint.ip,
      'x-forwarded-proto': 'http',
    })
  })

  test.each(['POST', 'PUT', 'DELETE', 'GET'])(
    'gets the body of %s, with a length and in chunks',
    async method => {
      const body = randomBytes(300_000)
      for (const headers of [
        { 'content-length': body.length },
        { 'transfer-encoding': 'chunked' },
      ]) {
        const { text } = await get('/', { method, headers, body })
        expect(JSON.parse(text)).toMatchObject({ method, length: body.length, sha: sha(body) })
      }
    },
  )

  test('answers while the request goes on, and each part comes at once', async () => {
    const headers = { host: endpoint.ip, 'transfer-encoding': 'chunked' }
    const asked = request({ ...at(), path: '/drip', method: 'POST', headers })
    asked.write('begin')
    let text = ''
    const ended = new Promise<void>(resolve =>
      asked.on('response', answer => {
        answer.on('data', part => {
          text += part
          // The service ends only when the request has ended.
          if (text === 'first') asked.end('end')
        })
        answer.on('end', resolve)
      }),
    )
    await ended
    expect(text).toBe('firstlast')
  })

  test('sets cookies for its own name only, and nothing that reaches other sites', async () => {
    const { headers } = await get('/cookies')
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly', 'c=3'])
    expect(headers).toMatchObject({ 'x-own': 'kept' })
    for (const name of ['clear-site-data', 'alt-svc', 'content-security-policy'])
      expect(headers[name]).toBeUndefined()
  })

  test('has WebSockets, and may refuse one', async () => {
    const raw = openRaw(platform.port)
    raw.send(handshake(endpoint.ip, '/ws', 'first'))
    // Data that came with the handshake is not lost, and no limit on silence counts for a WebSocket.
    await raw.until(/\r\n\r\nfirst/)
    raw.send(' and second')
    const text = await raw.until(/first and second/)
    expect(statusesIn(text)).toEqual([101])
    expect(headersIn(text)).toMatchObject({
      'sec-websocket-accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      upgrade: 'websocket',
      connection: 'Upgrade',
    })
    raw.socket.destroy()
    // Nor is what the service sends with its answer.
    const greeted = openRaw(platform.port)
    greeted.send(handshake(endpoint.ip, '/greets'))
    await greeted.until(/\r\n\r\nhello/)
    greeted.socket.destroy()
    const refused = await askRaw(platform.port, handshake(endpoint.ip, '/refused'))
    expect(statusesIn(refused)).toEqual([403])
    expect(headersIn(refused)).toMatchObject({ 'x-why': 'x', connection: 'close' })
    expect(refused).toMatch(/no$/)
  })

  test('that has ended says so, in two languages, and closes its WebSockets', async () => {
    const own = await startPage(platform, 'carol')
    const raw = openRaw(platform.port)
    raw.send(handshake(own.ip, '/ws', 'open'))
    await raw.until(/open/)
    await (await platform.as('carol'))('DELETE', path)
    await raw.all()
    await eventually(async () => expect((await askFor(platform, own.ip, '/')).status).toBe(404))
    const { headers, text } = await askFor(platform, own.ip, '/')
    expect(text).toContain('No environment here')
    expect(text).toContain(`href="${platform.origin}/"`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const german = { headers: { 'accept-language': 'de-AT, en' } }
    expect((await askFor(platform, own.ip, '/', german)).text).toContain('Hier ist keine Umgebung')
  })

  const at = () => ({ host: '127.0.0.1', port: platform.port })
})

describe('the proxy before environments', () => {
  const names = createHostNames('play.test')
  const id = randomUUID()
  const host = names.of({ id, index: 0 })
  let location: EnvironmentLocation
  let reached = 0
  const service = createServer((request, response) => {
    reached++
    request.resume().on('end', () => response.end('here'))
  })
  service.on('upgrade', (_, socket) => {
    reached++
    const head = 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    // It ignores that the other side ends.
    socket
      .on('error', () => {})
      .resume()
      .write(head)
  })
  let server: HttpServer
  let target: Target
  beforeAll(async () => {
    const port = await listen(service)
    target = { host: '127.0.0.1', port: port }
    server = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
    server.serve(
      createByName({
        names,
        secret: 'of replicas',
        origin: 'http://app.test',
        maxRequests: 1000,
        locationOf: async asked => (asked === id ? location : null),
        addressOf: () => '192.0.2.1',
        log: createLog('silent'),
      }),
    )
  })
  afterAll(async () => {
    await server.close()
    service.close()
  })
  beforeEach(() => {
    location = { endpoints: ['http', 'tcp'].map(endpointOf) }
    reached = 0
  })
  const endpointOf = (protocol: string) => ({
    endpoint: { ip: host, port: 80, protocol, title: '' },
    target,
  })
  const get = (name: string, more: Parameters<typeof askFor>[3] = {}) =>
    askFor(server, name, '/', more)

  test('leads to endpoints of HTTP only', async () => {
    expect(await get(host)).toMatchObject({ status: 200, text: 'here' })
    const tcp = names.of({ id, index: 1 })
    expect((await get(tcp)).status).toBe(404)
    const upgraded = openRaw(server.port)
    upgraded.send(handshake(tcp, '/'))
    expect(statusesIn(await upgraded.until(/\r\n\r\n/))).toEqual([404])
    upgraded.socket.destroy()
    expect(reached).toBe(1)
  })

  test('asks no third replica', async () => {
    location = { replica: `http://${target.host}:${target.port}` }
    expect((await get(host)).status).toBe(200)
    const headers = { 'x-guidon-environment': 'of replicas' }
    expect((await get(host, { headers })).status).toBe(502)
    expect(reached).toBe(1)
  })

  test('takes 100 WebSockets of an environment at once', async () => {
    const join = async () => {
      const { socket, send, until } = openRaw(server.port)
      send(handshake(host, '/'))
      return { socket, statuses: statusesIn(await until(/\r\n\r\n/)) }
    }
    const open = await Promise.all(Array.from({ length: 100 }, join))
    const more = await join()
    expect(more.statuses).toEqual([503])
    expect(open.flatMap(one => one.statuses)).toEqual(Array(100).fill(101))
    expect(reached).toBe(100)
    for (const { socket } of [...open, more]) socket.destroy()
    await eventually(async () => expect((await get(host)).status).toBe(200))
  })

  test('stops a body without a length at 100 MB', async () => {
    const headers = { host, 'transfer-encoding': 'chunked' }
    const asked = request({ host: '127.0.0.1', port: server.port, method: 'POST', headers })
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>
    asked.on('error', () => {})
    const part = Buffer.alloc(2 ** 20)
    for (let sent = 0; sent <= 100; sent++) asked.write(part)
    asked.end()
    const [answer] = await answered
    expect(answer.statusCode).toBe(413)
    asked.destroy()
  })
})

describe('with TLS of the platform itself', () => {
  let platform: TestPlatform
  let endpoint: Endpoint
  beforeAll(async () => {
    const made = makeCertificate()
    platform = await startWebPlatform({ certificate: pem(made) })
    endpoint = await startPage(platform, 'alice')
  })
  afterAll(() => platform.close())

  test('requests come by HTTP/2', async () => {
    expect(endpoint).toMatchObject({ port: platform.port, protocol: 'https' })
    const session = connect(platform.origin, { rejectUnauthorized: false })
    const head = { ':authority': endpoint.ip, ':path': '/a?b', cookie: ['a=1', 'b=2'] }
    const { status, headers, text } = await ask(session, head)
    expect(status).toBe(200)
    expect(headers['x-content-type-options']).toBeUndefined()
    expect(JSON.parse(text)).toMatchObject({
      url: '/a?b',
      length: 0,
      headers: { host: endpoint.ip, cookie: 'a=1; b=2', 'x-forwarded-proto': 'https' },
    })
    // This body has no length.
    const body = randomBytes(200_000)
    const sent = await ask(session, { ...head, ':method': 'POST' }, body)
    expect(JSON.parse(sent.text)).toMatchObject({ length: body.length, sha: sha(body) })
    const { headers: cookies } = await ask(session, { ...head, ':path': '/cookies' })
    expect(cookies).toMatchObject({ 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly', 'c=3'] })
    expect((await ask(session, { ...head, ':path': '/broken' })).text).toBe('half')
    // HTTP/2 of Node has no such status. The page that says so has no header of the service.
    const odd = await ask(session, { ...head, ':path': '/odd-status' })
    expect(odd.status).toBe(502)
    expect(odd.text).toContain('The environment does not answer')
    const { headers: own } = refusalPage(502, '', platform.origin)
    expect(Object.keys(odd.headers).toSorted()).toEqual(
      [':status', 'date', ...Object.keys(own)].toSorted(),
    )
    // The connection stays open, and the app also answers on it.
    const health = { ':authority': '127.0.0.1', ':path': '/v1/health' }
    expect((await ask(session, health)).status).toBe(200)
    session.close()
  })

  test('WebSockets come by HTTP/1.1', async () => {
    const socket = connectTls({
      host: '127.0.0.1',
      port: platform.port,
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    })
    socket.write(handshake(endpoint.ip, '/ws', 'hello'))
    let text = ''
    await new Promise<void>(resolve =>
      socket.on('data', part => {
        text += part
        if (text.endsWith('hello')) resolve()
      }),
    )
    expect(statusesIn(text)).toEqual([101])
    socket.destroy()
  })
})
