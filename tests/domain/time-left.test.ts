import { expect, test } from 'vitest'
import { roundedMinutes, timeLeftOf } from '../../src/domain/time/time-left.ts'

test.each([
  [1, { days: 0, hours: 0, minutes: 1 }],
  [60, { days: 0, hours: 1, minutes: 0 }],
  [99 * 60 + 59, { days: 0, hours: 99, minutes: 59 }],
  [100 * 60, { days: 4, hours: 4, minutes: 0 }],
])('%i minutes', (minutes, left) => {
  expect(timeLeftOf(minutes)).toEqual(left)
})

test('a far time changes with its hours, a near one with its minutes', () => {
  expect([6000, 6001, 6059, 6060].map(roundedMinutes)).toEqual([6000, 6000, 6000, 6060])
  expect([5999, 5998].map(roundedMinutes)).toEqual([5999, 5998])
})
