import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Race } from '../../../src/domain/race.ts'
import { placesOf } from '../../../src/ui/race/places.ts'
import { drawingOf, SIZE } from '../../../src/ui/race/scale.ts'

test('labels that have room stay where they want to be', () => {
  expect(placesOf([500, 100, 900], 80, 1000)).toEqual([500, 100, 900])
})

test('labels of one place move apart, in their order, and stay inside', () => {
  expect(placesOf([500, 500, 500], 80, 1000)).toEqual([500, 580, 660])
  expect(placesOf([1000, 1000, 990], 80, 1000)).toEqual([920, 1000, 840])
})

test('labels never touch, as long as there is room for all', () => {
  const labels = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 11 })
  fc.assert(
    fc.property(labels, wanted => {
      const places = placesOf(wanted, 87, 1000).toSorted((a, b) => a - b)
      for (const [index, place] of places.entries()) {
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThanOrEqual(1000)
        expect(place - (places[index - 1] ?? -100)).toBeGreaterThanOrEqual(87)
      }
    }),
  )
})

const line = (points: readonly number[]) => ({
  accountId: 'a',
  name: 'Foxes',
  isOwn: false,
  steps: points.map((value, index) => ({ at: 1000 * (index + 1), points: value })),
})
const race = (...points: number[]): Race => ({ lines: [line(points)], from: 0, to: 10_000 })

test('a line goes in steps: its points change at once, and stay until the next change', () => {
  const [drawn] = drawingOf(race(50, 100)).lines
  expect(drawn?.path).toBe(`M0,${SIZE}L100,${SIZE}L100,500L200,500L200,0L1000,0L1000,0`)
  expect([drawn?.points, drawn?.end]).toEqual([100, 0])
})

test('the plot has room for points below zero', () => {
  const { points, lines } = drawingOf(race(-50, 100))
  expect(points.map(({ value }) => value)).toContain(-50)
  for (const { place } of points) expect(place).toBeLessThanOrEqual(SIZE)
  expect(lines[0]?.end).toBe(0)
})

test('the labels of the points are whole numbers, also for a single point', () => {
  expect(drawingOf(race(1)).points.map(({ value }) => value)).toEqual([0, 1])
})

test('no two labels of the times are the same, also in the first minutes', () => {
  const timesAfter = (seconds: number) =>
    drawingOf({ ...race(50), to: 1000 * seconds }).times.map(({ value }) => value / 60_000)
  expect(timesAfter(20)).toEqual([0])
  expect(timesAfter(90)).toEqual([0, 1])
  expect(timesAfter(10 * 60)).toEqual([0, 2, 4, 6, 8, 10])
})

test.each([
  [1, [0, 1]],
  [4, [0, 2, 4]],
  [6, [0, 3, 6]],
])(
  'a narrow plot of %s minutes has at most three labels, with equal distances',
  (minutes, most) => {
    const { times } = drawingOf({ ...race(50), to: minutes * 60_000 })
    const labels = times.filter(({ isMinor }) => !isMinor)
    expect(labels.map(({ value }) => value / 60_000)).toEqual(most)
  },
)
