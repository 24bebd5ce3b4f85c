import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionSample } from '../../src/machines/desktop/events.ts'
import { readIfAllowed } from '../../src/remote-desktop/clipboard.ts'
import { createMeter } from '../../src/remote-desktop/meter.ts'
import { openSocket } from '../../src/remote-desktop/socket.ts'
import { createTypist } from '../../src/remote-desktop/typist.ts'
import { eventually } from '../support/eventually.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Measures a connection. @returns what it sends, what it finds, and how often it finds the connection silent */
function startMeter() {
  const samples: ConnectionSample[] = []
  const asked: string[] = []
  const silent = vi.fn()
  const meter = createMeter({
    echo: text => void asked.push(text),
    photos: () => null,
    measured: sample => void samples.push(sample),
    silent,
  })
  return { ...meter, samples, asked, silent }
}

test('a full connection is compared with the latency that it had while it was idle', () => {
  const meter = startMeter()
  for (const latency of [40, 300, 50]) {
    meter.measure()
    vi.advanceTimersByTime(latency)
    meter.echoed(meter.asked.at(-1) ?? '')
  }
  meter.close()
  expect(meter.samples.map(({ latency, idleLatency }) => [latency, idleLatency])).toEqual([
    [40, 40],
    [300, 40],
    [50, 40],
  ])
})

test('its bandwidth is what has come since the answer before, in bytes each second', () => {
  const meter = startMeter()
  for (const bytes of [10_000, 0]) {
    meter.measure()
    meter.received(bytes)
    vi.advanceTimersByTime(500)
    meter.echoed(meter.asked.at(-1) ?? '')
  }
  meter.close()
  expect(meter.samples.map(({ bandwidth }) => bandwidth)).toEqual([20_000, 0])
})

test('a connection that answers nothing to three measurements is lost, with no more texts on their way', () => {
  const meter = startMeter()
  meter.measure()
  vi.advanceTimersByTime(5_999)
  expect([meter.asked.length, meter.silent.mock.calls.length]).toEqual([3, 0])
  vi.advanceTimersByTime(1)
  expect([meter.asked.length, meter.silent.mock.calls.length]).toEqual([3, 1])
  meter.close()
  vi.advanceTimersByTime(60_000)
  expect(meter.silent).toHaveBeenCalledTimes(1)
})

test('a connection that opened late, and has a picture at once, has as much time to answer', () => {
  const meter = startMeter()
  vi.advanceTimersByTime(1_900)
  meter.measure()
  meter.received(1)
  meter.measure()
  vi.advanceTimersByTime(5_999)
  expect(meter.silent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(meter.silent).toHaveBeenCalledTimes(1)
  meter.close()
})

test('a full connection, whose answers are late while its picture comes, is not lost', () => {
  const meter = startMeter()
  meter.measure()
  for (let count = 0; count < 10; count++) {
    vi.advanceTimersByTime(3_000)
    meter.received(1)
  }
  meter.close()
  expect([meter.asked.length, meter.silent.mock.calls.length]).toEqual([3, 0])
})

test('a line of any system ends with one Enter', () => {
  const typed: string[] = []
  const typist = createTypist(char => void typed.push(char))
  typist.type('a\r\nb\rc\n')
  vi.runAllTimers()
  expect(typed).toEqual(['a', '\n', 'b', '\n', 'c', '\n'])
})

test.each([
  ['granted', 'text of others'],
  ['prompt', null],
  ['denied', null],
])('the clipboard of the browser is read without a question only: %s', async (state, expected) => {
  const readText = vi.fn(async () => 'text of others')
  vi.stubGlobal('navigator', {
    permissions: { query: async () => ({ state }) },
    clipboard: { readText },
  })
  expect(await readIfAllowed()).toBe(expected)
  expect(readText).toHaveBeenCalledTimes(expected === null ? 0 : 1)
})

const quiet = () => {}
const quietListeners = {
  opened: quiet,
  received: quiet,
  echoed: quiet,
  reported: quiet,
  heard: quiet,
}

test('a connection whose picture cannot be read is lost, and the error is reported', () => {
  const sockets: Record<string, (event: object) => void>[] = []
  class FakeSocket {
    constructor() {
      sockets.push(this as never)
    }
    close() {
      sockets[0]?.onclose?.({ code: 1005 })
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const closed = vi.fn()
  const { channel } = openSocket('ws://desktop', 'a-ticket', { ...quietListeners, closed })
  const unreadable = new Error('zlib inflate failed')
  const read = vi.fn(() => {
    throw unreadable
  })
  channel.onmessage = read
  sockets[0]?.onopen?.({})
  for (let message = 0; message < 2; message++)
    sockets[0]?.onmessage?.({ data: new ArrayBuffer(8) })
  expect(read).toHaveBeenCalledTimes(1)
  expect(reported).toHaveBeenCalledExactlyOnceWith(unreadable)
  expect(closed).toHaveBeenCalledExactlyOnceWith('lost')
})

test.each([
  ['is refused for its ticket', { isOpened: false, code: 1006, answer: 401 }, 'refused'],
  ['finds no desktop that runs', { isOpened: false, code: 1006, answer: 404 }, 'lost'],
  ['finds no platform', { isOpened: false, code: 1006, answer: null }, 'lost'],
  ['was there, and breaks', { isOpened: true, code: 1006, answer: 401 }, 'lost'],
  ['ends with its desktop', { isOpened: true, code: 4410, answer: null }, 'ended'],
])('a connection that %s says so', async (_, { isOpened, code, answer }, why) => {
  let socket: Record<string, (event: object) => void> = {}
  class FakeSocket {
    constructor() {
      socket = this as never
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    if (answer === null) throw new TypeError('failed to fetch')
    return new Response(null, { status: answer })
  })
  vi.stubGlobal('fetch', fetch)
  const closed = vi.fn()
  openSocket('wss://ctf.example/desktop/socket', 'a-ticket', { ...quietListeners, closed })
  if (isOpened) socket.onopen?.({})
  socket.onclose?.({ code })
  await eventually(() => expect(closed).toHaveBeenCalledExactlyOnceWith(why))
  // The ticket is in no address, which a log would have.
  const asked = ['https://ctf.example/desktop/socket', { authorization: 'Ticket a-ticket' }]
  expect(fetch.mock.calls.map(([url, { headers }]) => [url, headers])).toEqual(
    isOpened ? [] : [asked],
  )
})
