import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnyActorRef, createActor } from 'xstate'
import { keepEvents } from '../../src/diagnostics/trace/load-keep.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An app whose diagnostics file fails to load this many times. */
function start(failures: number) {
  const app: AnyActorRef = createActor(copyMachine).start()
  let loads = 0
  const diagnostics = keepEvents(app, async () => {
    if (++loads <= failures) throw new Error('No connection.')
    return { keep: () => () => 'the trace' }
  })
  return { diagnostics, loads: () => loads }
}

test('the file is loaded after 3 s, and once', async () => {
  const { diagnostics, loads } = start(0)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(loads()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(loads()).toBe(1)
  expect(await diagnostics()).toBe('the trace')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(loads()).toBe(1)
})

test('a load that failed is made again, with a longer delay each time', async () => {
  const { loads } = start(2)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(loads()).toBe(1)
  await vi.advanceTimersByTimeAsync(5_999)
  expect(loads()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(loads()).toBe(2)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(loads()).toBe(3)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(loads()).toBe(3)
})

test('somebody who asks for diagnostics makes a failed load again, and hears of a failure', async () => {
  const { diagnostics, loads } = start(2)
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(diagnostics()).rejects.toThrow('No connection.')
  expect(loads()).toBe(2)
  expect(await diagnostics()).toBe('the trace')
  expect(loads()).toBe(3)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(loads()).toBe(3)
})
