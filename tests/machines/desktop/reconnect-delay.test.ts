import { expect, test } from 'vitest'
import { delayBefore } from '../../../src/machines/desktop/reconnect-delay.ts'

/** Milliseconds from the end of a cut until one desktop tries again. */
function lateness(cut: number, random: () => number): number {
  let now = 0
  for (let attempt = 1; ; attempt++) {
    now += delayBefore(attempt, random())
    if (now >= cut) return now - cut
  }
}

test.each([
  [300, 800],
  [1_000, 500],
  [3_000, 350],
  [10_000, 250],
  [60_000, 250],
])('after a cut of %i ms, 2,000 desktops are back soon, and not all at once', (cut, most) => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const late = Array.from({ length: 2_000 }, () => lateness(cut, random)).sort((a, b) => a - b)
  expect(late.at(-1)).toBeLessThan(1_600)
  const together = late.map(at => late.filter(other => other >= at && other < at + 100).length)
  expect(Math.max(...together)).toBeLessThan(most)
})
