import { expect, test } from 'vitest'
import { createBoardCache } from '../../../platform/scores/board-cache.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

/** Boards that take so many milliseconds of processor time. The version of the standings is what a reader gets. */
function boardsOf(cost: number) {
  const clock = createSimulatedClock(0)
  const cache = createBoardCache<number>(clock)
  const read = (version: number, own = 0) =>
    cache.read({
      version,
      own,
      make: () => {
        clock.work(cost)
        return { value: version, version }
      },
    })
  return { clock, read }
}

test('a board that is made fast is always the newest', () => {
  const { read } = boardsOf(4)
  expect([read(1), read(2)]).toEqual([1, 2])
})

test('a board that takes longer is shown for ten times as long, and not to an account that has just changed it', () => {
  const { clock, read } = boardsOf(20)
  expect([read(1), read(2), read(2, 1)]).toEqual([1, 1, 1])
  expect([read(2, 2), read(3)]).toEqual([2, 2])
  clock.advance(201)
  expect(read(3)).toBe(3)
})

test('a board that takes very long is not made again for that account either', () => {
  const { clock, read } = boardsOf(51)
  expect([read(1), read(2, 2)]).toEqual([1, 1])
  clock.advance(511)
  expect(read(2, 2)).toBe(2)
})
