import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionSample } from '../../src/machines/desktop/events.ts'
import { readIfAllowed } from '../../src/remote-desktop/clipboard.ts'
import { createMeter } from '../../src/remote-desktop/meter.ts'
import { openSocket } from '../../src/remote-desktop/socket.ts'
import { createTypist } from '../../src/remote-desktop/typist.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a full connection is compared with the latency that it had while it was idle', () => {
  const samples: ConnectionSample[] = []
  const asked: string[] = []
  const meter = createMeter({
    echo: text => void asked.push(text),
    photos: () => null,
    measured: sample => void samples.push(sample),
    silent: () => {},
  })
  for (const latency of [40, 300, 50]) {
    meter.measure()
    vi.advanceTimersByTime(latency)
    meter.echoed(asked.at(-1) ?? '')
  }
  meter.close()
  expect(samples.map(({ latency, idleLatency }) => [latency, idleLatency])).toEqual([
    [40, 40],
    [300, 40],
    [50, 40],
  ])
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
  const quiet = () => {}
  const { channel } = openSocket('ws://desktop', 'a-ticket', {
    ...{ opened: quiet, received: quiet, echoed: quiet, reported: quiet, heard: quiet, closed },
  })
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
