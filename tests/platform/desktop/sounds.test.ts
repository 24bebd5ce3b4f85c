import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createPacketReader } from '../../../platform/desktop/sound/packets.ts'
import { createSounds } from '../../../platform/desktop/sound/sounds.ts'
import { whyNoSound } from '../../../platform/desktop/sound/why-no-sound.ts'
import { createLog } from '../../../platform/log.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

const packet = (text: string) => {
  const data = Buffer.from(text)
  return Buffer.concat([Buffer.from([0, data.length]), data])
}
const ready = Buffer.alloc(2)

function readAll() {
  const found: string[] = []
  let now = 0
  const read = createPacketReader({
    ready: () => found.push('ready'),
    packet: data => found.push(data.toString()),
    now: () => now,
  })
  return { found, read, pass: (ms: number) => (now += ms) }
}

test('packets are read wherever the bytes are cut', () => {
  const bytes = Buffer.concat([ready, packet('one'), packet('two')])
  for (let at = 0; at <= bytes.length; at++) {
    const { found, read } = readAll()
    read(bytes.subarray(0, at))
    read(bytes.subarray(at))
    expect(found).toEqual(['ready', 'one', 'two'])
  }
})

test.each([
  ['a packet that is larger than Opus has', Buffer.from([0, 0, 0xff, 0xff])],
  ['an empty packet', Buffer.concat([ready, packet('one'), ready])],
  ['a packet before it records', packet('one')],
  ['a text', Buffer.from('Traceback (most recent call last)')],
])('%s is not a recording', (_, bytes) => {
  expect(() => readAll().read(bytes)).toThrow('it is not a recording of a desktop')
})

test('of more packets than a desktop plays, those beyond are dropped', () => {
  const { found, read, pass } = readAll()
  const flood = Buffer.concat(Array.from({ length: 500 }, () => packet('x')))
  expect(read(Buffer.concat([ready, flood]))).toBe(false)
  expect(found).toHaveLength(101)
  pass(1000)
  expect(read(flood)).toBe(false)
  expect(found).toHaveLength(161)
  pass(1000)
  expect(read(packet('x'))).toBe(true)
})

/** Stands in for a page's socket. */
class FakePage extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: string[] = []
  send(data: string | Buffer) {
    this.sent.push(data.toString())
  }
}
const off = '{"sound":"off"}'
const on = '{"sound":"on"}'
const failed = '{"sound":"failed"}'

function open({ hasSound = true } = {}) {
  const clock = createSimulatedClock(0)
  const streams: PassThrough[] = []
  const opened: PromiseWithResolvers<PassThrough>[] = []
  const sounds = createSounds({
    soundOf: () =>
      hasSound
        ? {
            open(signal) {
              const opening = Promise.withResolvers<PassThrough>()
              signal.addEventListener('abort', () => opening.reject(signal.reason))
              streams.push(new PassThrough())
              opened.push(opening)
              return opening.promise
            },
          }
        : null,
    clock,
    log: createLog('silent'),
  })
  const settle = async () => {
    for (let turn = 0; turn < 4; turn++) await new Promise(resolve => setImmediate(resolve))
  }
  const join = () => {
    const page = new FakePage()
    sounds.joined('one', page as unknown as WebSocket)
    return page
  }
  const command = (page: FakePage, text: string) =>
    sounds.takeCommand('one', page as unknown as WebSocket, text)
  /** Lets the latest recording write these bytes. */
  const record = async (...bytes: Buffer[]) => {
    const stream = streams.at(-1)
    if (!stream) throw new Error('nothing records')
    opened.at(-1)?.resolve(stream)
    for (const chunk of bytes) stream.write(chunk)
    await settle()
    return stream
  }
  return { clock, sounds, streams, opened, join, command, record, settle }
}

test('a desktop without sound says nothing, and takes the commands', () => {
  const { join, command, streams } = open({ hasSound: false })
  const page = join()
  expect(command(page, 'sound.begin')).toBe(true)
  expect(command(page, 'sound.end')).toBe(true)
  expect(command(page, 'sound.begin ')).toBe(false)
  expect([page.sent, streams]).toEqual([[], []])
})

test('only clients that ask hear it; one recording is for all', async () => {
  const { join, command, record, streams } = open()
  const [first, second, third] = [join(), join(), join()]
  command(first, 'sound.begin')
  await record(ready)
  command(second, 'sound.begin')
  await record(packet('a'))
  command(first, 'sound.end')
  await record(packet('b'))
  expect(first.sent).toEqual([off, on, '~', 'a'])
  expect(second.sent).toEqual([off, on, '~', 'a', '~', 'b'])
  expect(third.sent).toEqual([off])
  expect(streams).toHaveLength(1)
})

test('a page whose bytes wait gets no sound', async () => {
  const { join, command, record } = open()
  const page = join()
  command(page, 'sound.begin')
  await record(ready)
  page.bufferedAmount = 64 * 1024 + 1
  await record(packet('late'))
  page.bufferedAmount = 0
  await record(packet('now'))
  page.readyState = 2
  await record(packet('closing'))
  expect(page.sent).toEqual([off, on, '~', 'now'])
})

test('two seconds after the last listener has left, the recording ends', async () => {
  const { clock, join, command, record, streams } = open()
  const [first, second] = [join(), join()]
  command(first, 'sound.begin')
  command(second, 'sound.begin')
  const stream = await record(ready)
  command(first, 'sound.end')
  second.emit('close')
  clock.advance(1999)
  expect(stream.destroyed).toBe(false)
  // Fast switching on and off starts no programs.
  for (let at = 0; at < 1000; at++) {
    command(first, 'sound.begin')
    command(first, 'sound.end')
  }
  expect(streams).toHaveLength(1)
  clock.advance(1999)
  expect(stream.destroyed).toBe(false)
  clock.advance(1)
  expect(stream.destroyed).toBe(true)
  command(first, 'sound.begin')
  expect(streams).toHaveLength(2)
})

test('a recording that ends, or is none, is reported, and begins again only after a while', async () => {
  const { clock, join, command, record, streams, settle } = open()
  const page = join()
  command(page, 'sound.begin')
  const stream = await record(ready)
  stream.end()
  await settle()
  expect(page.sent).toEqual([off, on, failed])
  for (let at = 0; at < 100; at++) command(page, 'sound.begin')
  expect(streams).toHaveLength(1)
  clock.advance(2000)
  command(page, 'sound.begin')
  expect(streams).toHaveLength(2)
  const other = await record(Buffer.from('no sound'))
  expect(other.destroyed).toBe(true)
  expect(page.sent.at(-1)).toBe(failed)
})

test.each(['before it opens', 'before it records'])(
  'a desktop that is silent %s is given up after ten seconds',
  async moment => {
    const { clock, join, command, record, settle } = open()
    const page = join()
    command(page, 'sound.begin')
    if (moment === 'before it records') await record()
    clock.advance(9999)
    await settle()
    expect(page.sent).toEqual([off])
    clock.advance(1)
    await settle()
    expect(page.sent).toEqual([off, failed])
  },
)

test('a desktop that ends takes its recording with it, and says no more', async () => {
  const { sounds, join, command, record, settle } = open()
  const page = join()
  command(page, 'sound.begin')
  const stream = await record(ready)
  sounds.dismiss('one')
  await settle()
  expect(stream.destroyed).toBe(true)
  expect(page.sent).toEqual([off, on])
})

test('a host says which program it lacks for sound', async () => {
  // Programs that were found on the usual path do not count for another one.
  await whyNoSound()
  vi.stubEnv('PATH', '/nowhere')
  expect(await whyNoSound()).toBe('pulseaudio is not installed')
  vi.unstubAllEnvs()
})
