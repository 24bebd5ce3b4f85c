import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isLoopback } from '../../platform/http/addresses.ts'
import {
  connectionLimits,
  maxForwarded,
  maxStreams,
  openFilesLimit,
  readingLimits,
} from '../../platform/http/connections.ts'
import { toListener } from '../../platform/http/node-adapter.ts'
import {
  type Handlers,
  type HttpServer,
  type HttpServerOptions,
  openHttpServer,
} from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'
import { eventually } from '../support/eventually.ts'
import { ask, headersIn, openRaw, statusesIn } from './raw.ts'

/**
 * Node's own timeouts are longer than a test may take. So each test sets the timeout that it is about. All others are
 * so long that even a busy host does not reach them.
 */
const long = { headers: 60_000, request: 120_000, silence: 600_000, keepAlive: 600_000, check: 50 }
const handlers: Handlers = {
  listener(request, response) {
    if (request.url === '/later') answers.push(() => response.end('late'))
    else if (request.url === '/half') response.write('half')
    else if (request.url === '/body') request.resume().on('end', () => response.end('read'))
    else response.end('ok')
  },
  takesUpgrade: () => false,
  upgrade: ({ refuse }) => refuse(404),
}
const serverWith = async (timeouts: HttpServerOptions['timeouts']) => {
  const own = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    isSecure: true,
    timeouts: { ...long, ...timeouts },
  })
  own.serve(handlers)
  onTestFinished(() => own.close())
  return own
}
let server: HttpServer
/** Each sends the answer to one request; the test calls it. */
let answers: (() => void)[] = []
beforeAll(async () => {
  server = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: true, timeouts: long })
  server.serve(handlers)
})
afterAll(() => server.close())

test('headers that come letter by letter are given up', async () => {
  const { port } = await serverWith({ headers: 500 })
  const raw = openRaw(port)
  const typing = setInterval(() => raw.send('x'), 20)
  raw.send('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ')
  expect(statusesIn(await raw.all())).toEqual([408])
  clearInterval(typing)
})

test('a body that never ends is given up', async () => {
  const { port } = await serverWith({ headers: 500, request: 600 })
  const raw = openRaw(port)
  raw.send('POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n')
  const typing = setInterval(() => raw.send('x'), 20)
  expect(statusesIn(await raw.all())).toEqual([408])
  clearInterval(typing)
})

test('a body that nobody reads is waited for a moment only, and then its connection ends', async () => {
  const own = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    isSecure: false,
    timeouts: { ...long, request: 600_000 },
  })
  onTestFinished(() => own.close())
  const listener = toListener({
    answer: async () => ({ status: 404, headers: {}, body: 'none' }),
    addressOf: () => '',
    log: createLog('silent'),
  })
  own.serve({ ...handlers, listener })
  const request = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 90000\r\n\r\n'
  expect(statusesIn(await ask(own.port, request))).toEqual([404])
})

test('a thousand connections that say nothing are closed, and others answered meanwhile', async () => {
  const { port } = await serverWith({ headers: 2000 })
  const idle = Array.from({ length: 1000 }, () => openRaw(port))
  expect(
    statusesIn(await ask(port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')),
  ).toEqual([200])
  await Promise.all(idle.map(raw => raw.all()))
})

test('a connection that asked once and is silent is closed', async () => {
  const { port } = await serverWith({ keepAlive: 1000 })
  const text = await ask(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(statusesIn(text)).toEqual([200])
  expect(headersIn(text)['keep-alive']).toBe('timeout=1')
})

test('a connection whose request gets no answer is closed when both are silent', async () => {
  const { port } = await serverWith({ silence: 1000 })
  const text = await ask(port, 'GET /later HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(statusesIn(text)).toEqual([])
  answers = []
})

test.each([
  ['no request', 'nonsense\r\n\r\n', 400],
  ['headers of 64 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
  [
    'two lengths',
    'POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
  ],
  [
    'a length and chunks',
    'POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  [
    'a chunk that says too much of itself',
    `POST /body HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
    413,
  ],
])('%s is refused, with the headers of every answer', async (_, request, status) => {
  const text = await ask(server.port, request)
  expect(statusesIn(text)).toEqual([status])
  if (status === 431) expect(headersIn(text)['x-content-type-options']).toBe('nosniff')
})

test('a broken request in the midst of an answer does not become a part of it', async () => {
  const raw = openRaw(server.port)
  raw.send('GET /later HTTP/1.1\r\nhost: x\r\n\r\n')
  while (answers.length === 0) await new Promise(resolve => setImmediate(resolve))
  raw.send('\0\0\0\r\n\r\n')
  const text = raw.all()
  for (const answer of answers.splice(0)) answer()
  expect(statusesIn(await text).length).toBeLessThanOrEqual(1)
})

test('a broken request after half an answer does not become the other half', async () => {
  const raw = openRaw(server.port)
  raw.send('GET /half HTTP/1.1\r\nhost: x\r\n\r\n')
  await raw.until(/half/)
  raw.send('\0\0\0\r\n\r\n')
  expect(statusesIn(await raw.all())).toEqual([200])
})

test('an end waits for who is being answered, for a moment only', async () => {
  const own = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  const early = await ask(own.port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect(statusesIn(early)).toEqual([503])
  expect(headersIn(early)).toMatchObject({
    'retry-after': '1',
    refresh: '2',
    'x-content-type-options': 'nosniff',
  })
  answers = []
  const came = Promise.withResolvers<void>()
  own.serve({
    listener(_, response) {
      answers.push(() => response.end('done'))
      if (answers.length === 2) came.resolve()
    },
    takesUpgrade: () => false,
    upgrade: () => {},
  })
  const one = openRaw(own.port)
  const other = openRaw(own.port)
  for (const raw of [one, other]) raw.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await came.promise
  const draining = own.drain(200)
  answers[0]?.()
  await draining
  const texts = await Promise.all([one.all(), other.all()])
  expect(texts.map(text => statusesIn(text).length).sort()).toEqual([0, 1])
  await own.close()
})

test('a packet of two thousand requests is not two thousand at work', async () => {
  const own = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  let asked = 0
  own.serve({
    // This sends no answer, as if the client took none.
    listener: () => void asked++,
    takesUpgrade: () => false,
    upgrade: () => {},
  })
  await ask(own.port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2000))
  expect(asked).toBe(16)
  // None of the requests delays the end of the server.
  await own.drain(600_000)
  await own.close()
})

test('one connection may ask as often as it likes, one after the other', async () => {
  const own = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  own.serve({
    listener: ({ url }, response) => void response.end(`answer ${url}.`),
    takesUpgrade: () => false,
    upgrade: () => {},
  })
  const raw = openRaw(own.port)
  for (let count = 1; count <= 40; count++) {
    raw.send(`GET /${count} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await raw.until(new RegExp(`answer /${count}\\.`))
  }
  await own.close()
})

describe('the connections of one address at once have a limit, and those of all addresses', () => {
  const open = async (connections: Parameters<typeof openHttpServer>[0]['connections']) => {
    const own = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false, connections })
    const take = async () => {
      const raw = openRaw(own.port)
      raw.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      const isAnswered = await raw.until(/503/).then(
        () => true,
        () => false,
      )
      return { raw, isAnswered }
    }
    return { own, take }
  }

  test('one more is closed, and taken again when another has ended', async () => {
    const { own, take } = await open({ total: 100, perAddress: 3, isExempt: () => false })
    const first = [await take(), await take(), await take()]
    expect(first.map(one => one.isAnswered)).toEqual([true, true, true])
    expect((await take()).isAnswered).toBe(false)
    first[0]?.raw.socket.destroy()
    await eventually(async () => expect((await take()).isAnswered).toBe(true))
    await own.close()
  })

  test('a proxy may have more, but not more than there are', async () => {
    const { own, take } = await open({ total: 5, perAddress: 3, isExempt: isLoopback })
    const answered: boolean[] = []
    for (let at = 0; at < 6; at++) answered.push((await take()).isAnswered)
    expect(answered).toEqual([true, true, true, true, true, false])
    await own.close()
  })

  test('the platform keeps 256 files for itself, and two for each connection', async () => {
    const soft = Number(execFileSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' }))
    expect(openFilesLimit()).toBe(soft)
    const { total, perAddress } = connectionLimits(1024, isLoopback)
    expect({ total, perAddress }).toEqual({ total: 384, perAddress: 96 })
  })

  test('streams and requests to environments leave room for calls', () => {
    expect([maxStreams(1024), maxForwarded(1024)]).toEqual([230, 76])
    expect(readingLimits(1024)).toMatchObject({ total: 384, perAddress: 96 })
  })
})
