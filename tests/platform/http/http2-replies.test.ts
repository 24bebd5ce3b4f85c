import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConnectionLimits } from '../../../platform/http/connections.ts'
import type { HttpReply } from '../../../platform/http/message.ts'
import { toListener } from '../../../platform/http/node-adapter.ts'
import { openHttpServer } from '../../../platform/http/server.ts'
import { isHttp2 } from '../../../platform/http/tls.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { makeCertificate } from '../../support/servers/certificate.ts'
import { pem } from './http2-client.ts'

/** A server that gives one reply to everything, and a request to it by HTTP/2. */
async function askFor(reply: () => Promise<HttpReply>, reading?: ConnectionLimits) {
  const lines: string[] = []
  const log = createLog('debug', { write: line => void lines.push(line) })
  const certificate = pem(makeCertificate())
  const server = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    isSecure: true,
    certificate,
  })
  onTestFinished(() => server.close())
  const answer = toListener({
    answer: reply,
    addressOf: () => '',
    log,
    ...(reading && { reading }),
  })
  const onTrailers = vi.fn()
  server.serve({
    listener(request, response) {
      if (isHttp2(request)) request.stream.on('wantTrailers', onTrailers)
      answer(request, response)
    },
    takesUpgrade: () => false,
    upgrade: () => {},
  })
  const session = connect(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false })
  onTestFinished(() => session.destroy())
  session.on('error', () => {})
  const stream = session.request({ ':path': '/' })
  stream.on('error', () => {})
  return { session, stream, log, lines, onTrailers }
}

interface Client {
  session: ClientHttp2Session
  stream: ClientHttp2Stream
}
const waysToLeave: [string, (client: Client) => void][] = [
  ['cancelled', ({ stream }) => stream.close(constants.NGHTTP2_CANCEL)],
  ['cut with its connection', ({ session }) => session.destroy()],
]

test.each(waysToLeave)(
  'a download that is %s ends what is read for it, and is not an error',
  async (_, leave) => {
    const { promise: cancelled, resolve } = Promise.withResolvers<void>()
    const body = new ReadableStream({
      pull: controller => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => resolve(),
    })
    const client = await askFor(async () => ({ status: 200, headers: {}, body }))
    await once(client.stream, 'data')
    client.stream.pause()
    leave(client)
    await cancelled
    while (client.lines.length === 0) await new Promise(resolve => setImmediate(resolve))
    expect(client.lines.map(line => JSON.parse(line).level)).toEqual([
      client.log.levels.values.debug,
    ])
  },
)

test('a stream whose request was cancelled before is not opened', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<HttpReply>()
  const opened = vi.fn(() => () => {})
  const { stream, session } = await askFor(() => {
    asked.resolve()
    return answer.promise
  })
  await asked.promise
  stream.close(constants.NGHTTP2_CANCEL)
  // The server takes both in their order.
  await new Promise(resolve => session.ping(resolve))
  answer.resolve({ status: 200, headers: {}, body: opened })
  await answer.promise
  for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve))
  expect(opened).not.toHaveBeenCalled()
})

const bytes = new Uint8Array(100_000)
test.each<[string, HttpReply['body']]>([
  ['nothing', null],
  ['a text', 'ok'],
  ['bytes', bytes],
  ['a stream', new Blob([bytes]).stream()],
])(
  'a reply with %s ends without trailers: Node ends the process if its client goes just then',
  async (_, body) => {
    const { stream, onTrailers } = await askFor(async () => ({ status: 200, headers: {}, body }))
    stream.resume()
    await once(stream, 'close')
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR)
    expect(onTrailers).not.toHaveBeenCalled()
  },
)

test.each([
  ['in all', { total: 2, perAddress: 9 }],
  ['of one address', { total: 9, perAddress: 2 }],
])(
  'of replies that nobody takes, %s a limited number is read, and others when those have ended',
  async (_, most) => {
    const limits = { ...most, isExempt: () => false }
    const cancelled = vi.fn()
    const endless = async () => ({
      status: 200,
      headers: {},
      body: new ReadableStream({
        pull: controller => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: cancelled,
      }),
    })
    const { stream, session } = await askFor(endless, limits)
    const ask = async () => {
      const asked = session.request({ ':path': '/' })
      asked.on('error', () => {})
      const [{ ':status': status }] = await once(asked, 'response')
      return { asked, status }
    }
    await once(stream, 'response')
    const second = await ask()
    const third = await ask()
    expect([second.status, third.status]).toEqual([200, 503])
    expect(cancelled).toHaveBeenCalledOnce()
    second.asked.close(constants.NGHTTP2_CANCEL)
    await eventually(async () => expect((await ask()).status).toBe(200))
  },
)

test('a body that fails again and again is logged as an error once a minute', async () => {
  const failing = async () => ({
    status: 200,
    headers: {},
    body: new ReadableStream({ pull: () => Promise.reject(new Error('it became shorter')) }),
  })
  const { session, stream, lines } = await askFor(failing)
  await once(stream, 'close').catch(() => undefined)
  const again = session.request({ ':path': '/' })
  await once(again, 'close').catch(() => undefined)
  await eventually(() => expect(lines.map(line => JSON.parse(line).level)).toEqual([50, 20]))
})
