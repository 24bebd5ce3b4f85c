import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createBus } from '../../platform/bus.ts'
import { realClock } from '../../platform/clock.ts'
import { bridge } from '../../platform/desktop/bridge.ts'
import type { DesktopDriver } from '../../platform/desktop/driver.ts'
import { createGrants, type Grants } from '../../platform/identity/grants.ts'
import { createLog } from '../../platform/log.ts'
import { idleDesktops } from '../platform/core/idle-engine.ts'
import { type DesktopServer, startDesktopServer } from '../platform/desktop/desktop-server.ts'
import { openSocket, refusalOf, ticketOf } from '../platform/desktop/rfb.ts'
import { eventually } from '../support/eventually.ts'
import { listen } from '../support/servers/listen.ts'
import { openRaw } from './raw.ts'

const chunk = Buffer.alloc(1024 * 1024)
/** How much the kernel's buffers of a connection and the platform may hold together, in megabytes. */
const maxInFlight = 24

/** Stands in for a desktop's display: the test reads and writes in its place. */
const display = createServer({ allowHalfOpen: false })
const connections = new Set<Socket>()
display.on('connection', socket => {
  connections.add(socket)
  socket.on('error', () => {}).once('close', () => connections.delete(socket))
  // Nothing is read until a test does.
  socket.pause()
})

/** A connection that takes its time to close, as one across a network namespace may. */
function closingLate(line: Socket): Socket {
  const destroy = line._destroy.bind(line)
  line._destroy = (error, done) => void setTimeout(() => destroy(error, done), 100)
  return line
}

let server: DesktopServer
let desktops: Awaited<ReturnType<DesktopServer['open']>>
const newTicket = async (grantId?: string) => ticketOf((await desktops.get('alice', grantId)).url)
let grants: Grants
beforeAll(async () => {
  const port = await listen(display)
  const driver: DesktopDriver = {
    ...idleDesktops,
    connect: async () => closingLate(connect(port, '127.0.0.1')),
  }
  server = await startDesktopServer()
  const bus = await createBus(server.database, createLog('silent'))
  const { database } = server
  grants = await createGrants({ database, bus, clock: realClock, accessTokenSeconds: 900 })
  desktops = await server.open({ driver, revocations: grants })
  await desktops.create('alice')
  await eventually(async () => expect((await desktops.get('alice')).status).toBe('running'))
})
afterAll(async () => {
  await server.close()
  for (const socket of connections) socket.destroy()
  display.close()
})

async function openPage(grantId?: string): Promise<WebSocket> {
  const page = openSocket(server.origin, await newTicket(grantId))
  page.on('error', () => {})
  await once(page, 'open')
  return page
}

/** A page as a bare connection, behind its handshake. */
async function openRawPage() {
  const raw = openRaw(Number(new URL(server.origin).port))
  const lines = [
    'GET /desktop/socket HTTP/1.1',
    ...['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: guidon.desktop, ${await newTicket()}`,
  ]
  raw.send([...lines, '', ''].join('\r\n'))
  await raw.until(/101 Switching/)
  return raw
}

async function closeAll(pages: WebSocket[]) {
  for (const page of pages) page.terminate()
  // If a display reads nothing, its page does not receive the close.
  for (const socket of connections) socket.resume()
  await eventually(() => expect(connections.size).toBe(0))
}

/** Sends `count` times, each after the previous one was taken; resolves with the number of those taken. */
async function flood(send: (done: () => void) => void, count: number): Promise<number> {
  for (let taken = 0; taken < count; taken++) {
    const sent = new Promise<true>(resolve => send(() => resolve(true)))
    if (!(await Promise.race([sent, stalled()]))) return taken
  }
  return count
}

const stalled = () => new Promise<false>(resolve => setTimeout(resolve, 1500, false))

test('300 sockets on one ticket leave four pages, the newest', async () => {
  const pages: WebSocket[] = []
  for (let batch = 0; batch < 10; batch++)
    pages.push(...(await Promise.all(Array.from({ length: 30 }, () => openPage()))))
  await eventually(() => {
    expect(pages.filter(page => page.readyState === page.OPEN)).toHaveLength(4)
    expect(connections.size).toBe(4)
  })
  const newest = await openPage()
  await eventually(() => expect(connections.size).toBe(4))
  expect(newest.readyState).toBe(newest.OPEN)
  await closeAll([...pages, newest])
})

test('a page that does not close when it is asked to is cut', async () => {
  const raw = await openRawPage()
  const begun = performance.now()
  const pages = await Promise.all(Array.from({ length: 4 }, () => openPage()))
  await raw.all()
  // The library would wait for half a minute.
  expect(performance.now() - begun).toBeLessThan(25_000)
  await closeAll(pages)
})

test('texts that nobody takes back are not read', async () => {
  const page = await openPage()
  // What comes back is not read, and stays in the connection.
  page.pause()
  const text = 'x'.repeat(64 * 1024)
  const taken = await flood(done => page.send(text, () => done()), 1000)
  expect((taken * text.length) / 2 ** 20).toBeLessThan(maxInFlight)
  await closeAll([page])
})

test('bytes that the display does not take are not read from the page', async () => {
  const page = await openPage()
  const bytes = chunk.subarray(0, 64 * 1024)
  const taken = await flood(done => page.send(bytes, () => done()), 1000)
  expect((taken * bytes.length) / 2 ** 20).toBeLessThan(maxInFlight)
  await closeAll([page])
})

test('a page that leaves while its display takes nothing is let go', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', page => {
    const { port } = display.address() as AddressInfo
    bridge(page, connect(port, '127.0.0.1'), { stallMs: 300 })
  })
  const { port } = server.address() as AddressInfo
  const page = new WebSocket(`ws://127.0.0.1:${port}`)
  await once(page, 'open')
  const bytes = chunk.subarray(0, 64 * 1024)
  await flood(done => page.send(bytes, () => done()), 1000)
  page.terminate()
  await eventually(() => expect(server.clients.size).toBe(0))
  await closeAll([])
  server.close()
})

test('bytes that the page does not take are not read from the display', async () => {
  const page = await openPage()
  await eventually(() => expect(connections.size).toBe(1))
  page.pause()
  const [socket] = connections
  const taken = await flood(done => socket?.write(chunk, () => done()), 100)
  expect(taken).toBeLessThan(maxInFlight)
  page.resume()
  // All of it comes as soon as the page reads it.
  let bytes = 0
  page.on('message', (data: Buffer, isBinary) => {
    // Texts are not from the display.
    if (isBinary) bytes += data.length
  })
  await eventually(() => expect(bytes).toBe((taken + 1) * chunk.length))
  await closeAll([page])
})

test('a text comes back behind all that waits, also after the page stopped reading', async () => {
  const page = await openPage()
  page.pause()
  const count = 200
  for (let at = 0; at < count; at++) page.send(`${at} ${'x'.repeat(32 * 1024)}`)
  const got: number[] = []
  page.on('message', (data: Buffer) => {
    const at = Number.parseInt(data.toString(), 10)
    // What the platform says of the desktop when the page opens it is no number, and may come this late.
    if (!Number.isNaN(at)) got.push(at)
  })
  page.resume()
  await eventually(() => expect(got).toHaveLength(count))
  expect(got).toEqual([...got.keys()])
  await closeAll([page])
})

test('one message that is too large ends the page, and nothing else', async () => {
  const page = await openPage()
  const closed = once(page, 'close')
  page.send(Buffer.alloc(300 * 1024))
  expect((await closed)[0]).toBe(1009)
  await closeAll([page])
})

test('the end of a sign-in closes the pages that it opened, and takes no more of its tickets', async () => {
  const [mine, other] = [await openPage('mine'), await openPage('other')]
  const ticket = await newTicket('mine')
  const closed = once(mine, 'close')
  await grants.revoke('mine')
  // Not 4410, which means that the desktop is over: the page requests another ticket, and is refused.
  expect((await closed)[0]).toBe(4401)
  expect(await refusalOf(server.origin, ticket)).toBe(401)
  await eventually(() => expect(connections.size).toBe(1))
  expect(other.readyState).toBe(other.OPEN)
  await closeAll([other])
})

test('a page may ask why it was refused', async () => {
  const why = async (given: string) => {
    const headers = { authorization: `Ticket ${given}` }
    return (await fetch(`${server.origin}/desktop/socket`, { headers })).status
  }
  const ticket = await newTicket()
  expect(await why(ticket)).toBe(426)
  expect(await why(`${ticket}x`)).toBe(401)
  expect(await refusalOf(server.origin, `${ticket}x`)).toBe(401)
})

/** Frames of a client, each with a mask of zeros. @param head the first byte: FIN and opcode */
function frames(count: number, head: number, payload: Buffer): Buffer {
  const frame = Buffer.concat([Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0]), payload])
  return Buffer.concat(Array(count).fill(frame))
}

test.each([
  [
    'pieces of a message without end',
    () => [frames(1, 0x02, Buffer.from('x')), frames(100_000, 0, Buffer.from('x'))],
  ],
  [
    'empty pieces without end',
    () => [frames(1, 0x02, Buffer.from('x')), frames(100_000, 0, Buffer.alloc(0))],
  ],
  ['a frame without a mask', () => [Buffer.from([0x82, 0x01, 0x00])]],
  [
    'a frame of 2^63 bytes',
    () => [Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])],
  ],
  ['a text that is no UTF-8', () => [frames(1, 0x81, Buffer.from([0xff, 0xfe]))]],
  ['a ping in pieces', () => [frames(1, 0x09, Buffer.from('x'))]],
  ['a compressed frame', () => [frames(1, 0xc2, Buffer.from('x'))]],
])('%s: the page is cut, and no other', async (_, bytes) => {
  const other = await openPage()
  const raw = await openRawPage()
  for (const one of bytes()) raw.send(one)
  await raw.all()
  await eventually(() => expect(connections.size).toBe(1))
  expect(other.readyState).toBe(other.OPEN)
  await closeAll([other])
})

test('pings without end, whose answers nobody reads, fill no memory', async () => {
  const raw = await openRawPage()
  raw.socket.pause()
  const pings = frames(500, 0x89, Buffer.alloc(125))
  const before = process.memoryUsage().rss
  await flood(done => raw.socket.write(pings, () => done()), 5000)
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(100)
  raw.socket.destroy()
  await closeAll([])
})

test('a page that shares and ends sharing without end is cut, and the others hear of few changes', async () => {
  const [page, other] = [await openPage(), await openPage()]
  let announced = 0
  other.on('message', (data: Buffer, isBinary) => {
    if (!isBinary && data.toString().includes('watchers')) announced++
  })
  const cut = once(page, 'close')
  for (let at = 0; at < 5000; at++) page.send(at % 2 ? 'sharing.end' : 'sharing.begin')
  await cut
  const back = new Promise<void>(resolve =>
    other.on('message', data => `${data}` === 'back' && resolve()),
  )
  other.send('back')
  await back
  expect(announced).toBe(40)
  // Another page of the same desktop still shares it.
  const shared = once(other, 'message')
  other.send('sharing.begin')
  expect(JSON.parse(`${(await shared)[0]}`).link).toContain('/flugzeug#view=')
  other.send('sharing.end')
  await closeAll([page, other])
})
