import { createServer } from 'node:http'
import { connect as connectTo, createServer as createTcpServer } from 'node:net'
import { Duplex } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Admission } from '../../../../platform/desktop/admission.ts'
import { sizeIntervalMs } from '../../../../platform/desktop/display/size-limit.ts'
import { createSockets } from '../../../../platform/desktop/sockets.ts'
import { writeLayout } from '../../../../src/remote-desktop/screens/layout.ts'
import { eventually } from '../../../support/eventually.ts'
import { listen } from '../../../support/servers/listen.ts'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'

type Options = Parameters<typeof createSockets>[0]

const opened: Admission = { id: 'd1', grantId: 'g1', watcher: null }
const watching = (userId: string): Admission => ({
  id: 'd1',
  grantId: null,
  watcher: { userId, name: userId, view: 'v' },
})

const openDisplay = () =>
  new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }).on('error', () => {})

async function serve(options: Partial<Options>) {
  const sockets = createSockets({
    origin: 'http://127.0.0.1',
    admit: async () => opened,
    desktopOf: () => undefined,
    areTogether: async () => true,
    connect: async () => openDisplay(),
    soundOf: () => null,
    clock: createSimulatedClock(0),
    setScale() {},
    log: pino({ level: 'silent' }),
    ...options,
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refuse = (status: number) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    sockets.upgrade({ request, socket, head, refuse })
  })
  const port = await listen(server)
  onTestFinished(() => {
    sockets.close()
    server.close()
    server.closeAllConnections()
  })
  return { sockets, server, port: port }
}

/** How it ends: `open`, or the status of the refusal; later the code of its close. */
function view(port: number, ticket = 't') {
  const page = new WebSocket(`ws://127.0.0.1:${port}/desktop/socket`, ['guidon.desktop', ticket])
  onTestFinished(() => page.terminate())
  const closed = new Promise<number>(resolve => page.once('close', resolve))
  const answer = new Promise<number | 'open'>(resolve => {
    page.once('open', () => resolve('open'))
    page.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
    page.on('error', () => {})
  })
  /** A close that the platform has sent comes before this answer. */
  const answersPing = async () => {
    const pong = new Promise<true>(resolve => page.once('pong', () => resolve(true)))
    page.ping()
    return Promise.race([pong, closed])
  }
  const send = (bytes: Buffer) => page.send(bytes)
  return { answer, closed, answersPing, send }
}

test('a sign-in that ends while the display is connected opens no desktop', async () => {
  const display = openDisplay()
  const connecting = Promise.withResolvers<Duplex>()
  const connect = vi.fn(() => connecting.promise)
  let admission: Admission = opened
  const { sockets, port } = await serve({ admit: async () => admission, connect })
  const page = view(port)
  await eventually(() => expect(connect).toHaveBeenCalled())
  admission = 'ticketRefused'
  sockets.dismissGrant('g1')
  connecting.resolve(display)
  expect(await page.answer).toBe(401)
  expect(display.destroyed).toBe(true)
})

test('a page that has left is not forwarded to another replica', async () => {
  const reached: string[] = []
  const other = createTcpServer(socket =>
    socket
      .on('error', () => {})
      .on('data', data => {
        reached.push(/desktop, ?(\w+)/.exec(data.toString())?.[1] ?? '')
        socket.end('HTTP/1.1 401 No\r\n\r\n')
      }),
  )
  const otherPort = await listen(other)
  onTestFinished(() => void other.close())
  const url = `http://127.0.0.1:${otherPort}`
  const finding = Promise.withResolvers<Admission>()
  const admit = vi.fn(async (ticket: string) => (ticket === 'gone' ? finding.promise : { url }))
  const { server, port } = await serve({ admit })
  const left = new Promise<void>(resolve =>
    server.once('upgrade', (_, socket) => socket.once('close', () => resolve())),
  )

  const request =
    'GET /desktop/socket HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n'
  const page = connectTo(port, '127.0.0.1')
  page.write(`${request}sec-websocket-protocol: guidon.desktop, gone\r\n\r\n`)
  await eventually(() => expect(admit).toHaveBeenCalledWith('gone', 'page'))
  page.resetAndDestroy()
  await left
  finding.resolve({ url })
  expect(await view(port, 'here').answer).toBe(401)
  expect(reached).toEqual(['here'])
})

test('team mates who cannot be checked stop watching, and the others are checked, too', async () => {
  const areTogether = async (_: string, userId: string) => {
    if (userId === 'bob') throw new Error('The database is away.')
    return userId === 'dave'
  }
  const { sockets, port } = await serve({ admit: async ticket => watching(ticket), areTogether })
  const [bob, carol, dave] = ['bob', 'carol', 'dave'].map(name => view(port, name))
  for (const page of [bob, carol, dave]) expect(await page?.answer).toBe('open')
  await sockets.teamsChanged(new Map([['d1', 'alice']]))
  expect(await bob?.closed).toBe(4401)
  expect(await carol?.closed).toBe(4401)
  expect(await dave?.answersPing()).toBe(true)
})

test('a page of the owner that requests sizes without end changes the display ten times a second', async () => {
  const got: Buffer[] = []
  const display = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      got.push(chunk)
      done()
    },
  })
  const { port } = await serve({ connect: async () => display })
  const page = view(port)
  await page.answer
  const sized = (width: number) =>
    Buffer.from(writeLayout([{ id: 1, x: 0, y: 0, width, height: 600, flags: 0 }]))
  const hello = Buffer.from('RFB 003.008\n\x01\x01')
  page.send(hello)
  const began = performance.now()
  for (let width = 1; width <= 1000; width++) page.send(sized(width))
  const last = sized(1000)
  await eventually(() => expect(Buffer.concat(got).subarray(-last.length)).toEqual(last))
  const passed = (Buffer.concat(got).length - hello.length) / last.length
  expect(passed).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / sizeIntervalMs))
})
