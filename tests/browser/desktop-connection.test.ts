import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionSample } from '../../src/machines/desktop/events.ts'
import { readIfAllowed } from '../../src/remote-desktop/clipboard.ts'
import { createMeter } from '../../src/remote-desktop/meter.ts'
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
