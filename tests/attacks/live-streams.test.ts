import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sink } from '../../platform/http/message.ts'
import { createStreams } from '../../platform/live/streams.ts'
import { during, writeEvent } from '../platform/core/events.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { eventually } from '../support/eventually.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'
import { ask, openRaw, statusesIn } from './raw.ts'

const clock = createSimulatedClock(during)
let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await startPlatform({
    eventFolder: await writeEvent(),
    clock,
    listen: true,
    maxStreams: 30,
    timeouts: { silence: 600_000 },
  })
  token = await platform.signIn('alice')
})
afterAll(() => platform.close())

const count = () => platform.composition.platform.live.count
const request = (bearer = token, more = '') =>
  `GET /v1/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\n${more}\r\n`
/** Opens a stream and reads nothing from it. */
const openUnread = async (bearer?: string): Promise<Socket> => {
  const socket = connect(platform.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request(bearer))
  return socket
}

test('a stream that the client cuts is forgotten at once', async () => {
  const sockets = await Promise.all([openUnread(), openUnread(), openUnread()])
  await eventually(() => expect(count()).toBe(3))
  for (const socket of sockets) socket.resetAndDestroy()
  await eventually(() => expect(count()).toBe(0))
})

test('so is one whose client is gone before it is open, and a HEAD opens none', async () => {
  for (let round = 0; round < 20; round++) (await openUnread()).destroy()
  const head = request(token, 'connection: close\r\n').replace('GET', 'HEAD')
  expect(statusesIn(await ask(platform.port, head))).toEqual([200])
  await eventually(() => expect(count()).toBe(0))
})

test('when there are too many, another is refused, and calls are answered', async () => {
  const names = Array.from({ length: 4 }, (_, number) => `mallory${number}`)
  const tokens = await Promise.all(names.map(name => platform.signIn(name)))
  const sockets: Socket[] = []
  for (const bearer of tokens) for (let n = 0; n < 10; n++) sockets.push(await openUnread(bearer))
  await eventually(() => expect(count()).toBe(30))
  const more = 'connection: close\r\n'
  const refused = await ask(platform.port, request(token, more))
  expect(statusesIn(refused)).toEqual([429])
  expect(refused.toLowerCase()).toContain('retry-after: 60')
  const user = request(token, more).replace('/v1/live', '/v1/user')
  expect(statusesIn(await ask(platform.port, user))).toEqual([200])
  for (const socket of sockets) socket.destroy()
  await eventually(() => expect(count()).toBe(0))
})

test('requests behind a stream on the same connection wait, and do no harm', async () => {
  const raw = openRaw(platform.port)
  raw.send(request() + request().repeat(40))
  await raw.all()
  await eventually(() => expect(count()).toBe(0))
})

test('the platform closes while streams are open that nobody reads', async () => {
  const own = await startPlatform({ eventFolder: await writeEvent(), listen: true })
  const bearer = await own.signIn('alice')
  const socket = connect(own.port, '127.0.0.1')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  socket.write(request(bearer))
  await eventually(() => expect(text).toContain('retry: 1000'))
  own.composition.endStreams()
  // The last chunk of the body: the stream ends properly.
  await eventually(() => expect(text).toMatch(/\r\n0\r\n\r\n$/))
  await own.close()
})

test('a reader that takes nothing is written to no further, and is cut at its second heartbeat', () => {
  const time = createSimulatedClock(during)
  const streams = createStreams({ clock: time, onTick: () => {} })
  let written = ''
  let isCut = false
  let isBehind = false
  const sink: Sink = {
    write: text => {
      written += text
    },
    get isBehind() {
      return isBehind
    },
    end: () => {},
    cut: () => {
      isCut = true
    },
  }
  const visitor = { userId: 'a', accountId: 'a', group: 'open', grantId: undefined }
  streams.open({ ...visitor, expires: Number.POSITIVE_INFINITY }, undefined)(sink)
  isBehind = true
  const before = written
  for (let number = 0; number < 10_000; number++)
    streams.tell({ to: { account: 'a' }, topic: 'environment' })
  time.advance(20_000)
  expect([written, isCut, streams.count]).toEqual([before, false, 1])
  // The client has read everything just in time, so it gets the missed news as one message.
  isBehind = false
  time.advance(20_000)
  expect(written.slice(before.length)).toMatch(
    /^: heartbeat\nevent: everything\ndata: \{\}\nid: .*\n\n$/,
  )
  isBehind = true
  time.advance(41_000)
  expect([isCut, streams.count]).toEqual([true, 0])
})
