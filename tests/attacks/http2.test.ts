import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { connect as connectPlain } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectionLimits } from '../../platform/http/connections.ts'
import { toListener } from '../../platform/http/node-adapter.ts'
import { type HttpServer, openHttpServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'
import { ask, pem } from '../platform/http/http2-client.ts'
import { eventually } from '../support/eventually.ts'
import { makeCertificate } from '../support/servers/certificate.ts'

// The usual timeouts are longer than a test may take.
const timeouts = { headers: 300, request: 600, silence: 3000, keepAlive: 300, check: 50 }
const certificate = pem(makeCertificate())
const sessions: ClientHttp2Session[] = []
/** Each sends the answer to one request; the test calls it. */
const answers: (() => void)[] = []

const listener = toListener({
  async answer({ url, body }) {
    if (url.pathname === '/later') await new Promise<void>(resolve => void answers.push(resolve))
    if (url.pathname === '/body') for (;;) if ((await body?.next())?.done) break
    return { status: 200, headers: {}, body: url.pathname === '/host' ? url.host : 'ok' }
  },
  addressOf: () => '',
  log: createLog('silent'),
})
const open = async (own: Partial<typeof timeouts> = {}, connections?: ConnectionLimits) => {
  const server = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    isSecure: true,
    timeouts: { ...timeouts, ...own },
    certificate,
    ...(connections && { connections }),
  })
  server.serve({
    listener,
    takesUpgrade: ({ url }) => url === '/socket',
    upgrade({ socket }) {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      socket.pipe(socket)
    },
  })
  return server
}
const join = (to: HttpServer) => {
  const session = connect(`https://127.0.0.1:${to.port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  sessions.push(session)
  return session
}

/** A connection by TLS and HTTP/1.1. */
function openHttp1(port: number) {
  const socket = connectTls({ port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  let text = ''
  socket.on('error', () => {})
  socket.on('data', chunk => {
    text += chunk
  })
  const closed = once(socket, 'close')
  return {
    socket,
    async until(pattern: RegExp) {
      while (!pattern.test(text)) await once(socket, 'data')
    },
    async all() {
      await closed
      return text
    },
  }
}

let server: HttpServer
beforeAll(async () => {
  server = await open()
})
afterEach(() => {
  for (const session of sessions.splice(0)) session.destroy()
})
afterAll(() => server.close())

const isWell = async () => (await ask(join(server), { ':path': '/' })).text === 'ok'

test('a body that nobody reads is given up, and the connection goes on', async () => {
  const session = join(server)
  const stream = session.request({ ':path': '/', ':method': 'POST' })
  const answered = once(stream, 'response')
  const closed = once(stream, 'close')
  stream.on('error', () => {}).resume()
  const part = Buffer.alloc(64 * 1024)
  const endless = (function* () {
    while (!stream.destroyed) yield part
  })()
  await Promise.all([pipeline(endless, stream).catch(() => {}), closed])
  expect((await answered)[0][':status']).toBe(200)
  expect((await ask(session, { ':path': '/' })).text).toBe('ok')
})

test('a body that never ends is given up, and the connection goes on', async () => {
  const session = join(server)
  const stream = session.request({ ':path': '/body', ':method': 'POST' })
  stream.on('error', () => {})
  const typing = setInterval(() => stream.write('x'), 20)
  await once(stream, 'close')
  clearInterval(typing)
  expect((await ask(session, { ':path': '/' })).text).toBe('ok')
})

test('a request that was sent may wait for its answer longer than it may take to be sent', async () => {
  const own = await open({ request: 50 })
  const session = join(own)
  const later = ask(session, { ':path': '/later' })
  // It comes second, so it times out second.
  const endless = session.request({ ':path': '/body', ':method': 'POST' }).on('error', () => {})
  await once(endless, 'close')
  for (const answer of answers.splice(0)) answer()
  expect((await later).text).toBe('ok')
  await own.close()
})

test('one address has a limit of requests under way, however many its connections could have', async () => {
  const own = await open({}, { total: 10, perAddress: 2, isExempt: () => false })
  const [session, other] = [join(own), join(own)]
  const later = Array.from({ length: 8 }, (_, at) =>
    ask(at % 2 ? session : other, { ':path': '/later' }),
  )
  await eventually(() => expect(answers).toHaveLength(8))
  const refused = session.request({ ':path': '/' }).on('error', () => {})
  await new Promise<void>(resolve => void refused.once('close', resolve))
  expect(refused.rstCode).toBe(constants.NGHTTP2_REFUSED_STREAM)
  for (const answer of answers.splice(0)) answer()
  for (const { text } of await Promise.all(later)) expect(text).toBe('ok')
  expect((await ask(session, { ':path': '/' })).text).toBe('ok')
  await own.close()
})

test('a request names its host', async () => {
  const asked = await ask(join(server), { ':path': '/host', ':authority': 'ctf.example:8443' })
  expect(asked.text).toBe('ctf.example:8443')
})

test('a header cannot name another host than the request does', async () => {
  const headers = { ':path': '/host', ':authority': 'ctf.example', host: 'evil.example' }
  expect((await ask(join(server), headers)).text).toBe('ctf.example')
})

test('a connection that asked once and is silent is closed', async () => {
  const own = await open({ silence: 500 })
  const session = join(own)
  await ask(session, { ':path': '/' })
  await once(session, 'close')
  await own.close()
})

describe('by HTTP/1.1', () => {
  test.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '],
    ['bodies', 'POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n'],
  ])('%s that never end are given up', async (_, begun) => {
    const { socket, all } = openHttp1(server.port)
    socket.write(begun)
    const typing = setInterval(() => socket.write('x'), 20)
    expect(await all()).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(typing)
  })

  test('a connection that asked once and is silent is closed', async () => {
    const { socket, all } = openHttp1(server.port)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await all()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('an upgrade to another protocol is ignored elsewhere', async () => {
    const { socket, all } = openHttp1(server.port)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    expect(await all()).toMatch(/^HTTP\/1\.1 200 .*ok$/s)
  })

  test('at the end, requests without an answer in time are cut, and WebSockets go on until the server closes', async () => {
    const own = await open({ keepAlive: 600_000, silence: 600_000 })
    const enter = () => openHttp1(own.port)
    const [idle, late, upgraded] = [enter(), enter(), enter()]
    idle.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    late.socket.write('GET /later HTTP/1.1\r\nhost: x\r\n\r\n')
    upgraded.socket.write(
      'GET /socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    )
    await Promise.all([idle.until(/ok$/), upgraded.until(/ 101 /)])
    while (answers.length === 0) await new Promise(resolve => setImmediate(resolve))
    await own.drain(50)
    await idle.all()
    expect(await late.all()).toBe('')
    answers.splice(0)
    upgraded.socket.write('still here')
    await upgraded.until(/still here$/)
    await own.close()
    await upgraded.all()
  })
})

test('a thousand requests at once are answered, a hundred at a time', async () => {
  const session = join(server)
  await once(session, 'remoteSettings')
  expect(session.remoteSettings.maxConcurrentStreams).toBe(100)
  const asked = Array.from({ length: 1000 }, () => ask(session, { ':path': '/' }))
  for (const { text } of await Promise.all(asked)) expect(text).toBe('ok')
})

test('a client that opens and cancels requests without end is cut off, others are answered', async () => {
  const session = join(server)
  await once(session, 'connect')
  const gone = new Promise(resolve => session.once('close', resolve))
  for (let at = 0; at < 3000 && !session.destroyed; at++) {
    const stream = session.request({ ':path': '/' })
    stream.on('error', () => {})
    stream.close(constants.NGHTTP2_CANCEL)
    if (at % 100 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  await gone
  expect(await isWell()).toBe(true)
})

test('a connection that does not finish its handshake is closed', async () => {
  const socket = connectPlain(server.port, '127.0.0.1').on('error', () => {})
  socket.resume()
  await once(socket, 'close')
})

test.each([
  ['a request by HTTP/1.1', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['zeros', '\0'.repeat(100)],
])('what is not TLS is closed: %s', async (_, text) => {
  const socket = connectPlain(server.port, '127.0.0.1').on('error', () => {})
  socket.end(text)
  socket.resume()
  await once(socket, 'close')
  expect(await isWell()).toBe(true)
})

test.each([
  ['only the preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['nonsense', 'nonsense'],
  ['zeros', '\0'.repeat(1000)],
])('what is not HTTP/2 is closed: %s', async (_, text) => {
  const options = { port: server.port, rejectUnauthorized: false, ALPNProtocols: ['h2'] }
  const socket = connectTls(options, () => void socket.write(`${text}${'\xff'.repeat(100)}`))
  socket.on('error', () => {}).resume()
  await once(socket, 'close')
  expect(await isWell()).toBe(true)
})

test('at the end, requests under way get their answers, and idle connections are closed', async () => {
  const own = await open()
  const [busy, idle] = [join(own), join(own)]
  const later = ask(busy, { ':path': '/later' })
  await ask(idle, { ':path': '/' })
  while (answers.length === 0) await new Promise(resolve => setImmediate(resolve))
  const drained = own.drain(2000)
  for (const answer of answers.splice(0)) answer()
  expect((await later).text).toBe('ok')
  await drained
  await own.close()
})

test('at the end, requests without an answer in time are cut', async () => {
  const own = await open()
  const later = ask(join(own), { ':path': '/later' })
  while (answers.length === 0) await new Promise(resolve => setImmediate(resolve))
  await own.drain(50)
  expect((await later).status).toBe(0)
  await own.close()
})
