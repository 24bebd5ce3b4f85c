import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentsOf } from '../../../src/ui/scoreboard/segments.ts'
import { STEP } from '../../../src/ui/scoreboard/use-row-in-view.ts'

const AROUND = 75

test("every row is in one segment, and those around the view and the user's own are rendered", () => {
  const table = fc.record({ count: fc.integer({ min: 1, max: 2000 }), own: fc.nat(2500) })
  fc.assert(
    fc.property(table, fc.nat(80), ({ count, own }, step) => {
      const inView = Math.min(step, Math.floor((count - 1) / 25)) * 25
      const segments = segmentsOf(count, own < count ? own : -1, inView, AROUND)
      let end = 0
      for (const { from, to, isReal } of segments) {
        expect(from).toBe(end)
        expect(to).toBeGreaterThan(from)
        if (!isReal) expect(to - from).toBeLessThanOrEqual(500)
        end = to
      }
      expect(end).toBe(count)
      const isRendered = (row: number) =>
        segments.some(({ from, to, isReal }) => isReal && row >= from && row < to)
      for (let row = Math.max(0, inView - AROUND); row < Math.min(count, inView + AROUND); row++)
        expect(isRendered(row)).toBe(true)
      if (own < count) expect(isRendered(own)).toBe(true)
    }),
  )
})

test('when the view moves on by a step, few rows and blocks change', () => {
  const segmentsAt = (inView: number) => segmentsOf(10_000, 9000, inView, AROUND)
  const before = new Set(segmentsAt(5000).map(({ from, to }) => `${from} ${to}`))
  const after = segmentsAt(5000 + STEP)
  // The rendered rows, and the block on either side of them.
  expect(after.filter(({ from, to }) => !before.has(`${from} ${to}`)).length).toBeLessThanOrEqual(3)
  expect(after.reduce((sum, { from, to, isReal }) => sum + (isReal ? to - from : 0), 0)).toBe(
    2 * AROUND + STEP + 1,
  )
  // Beside the rendered rows, at most two large blocks are divided.
  expect(after.length).toBeLessThanOrEqual(18 + 2 * 20 + 3)
})
