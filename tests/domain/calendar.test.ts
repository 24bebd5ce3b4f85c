import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heatOf, levelOf } from '../../src/domain/heat.ts'
import {
  calendarDays,
  countByDay,
  type Day,
  daysBetween,
  indexOfDay,
  MAX_DAYS,
  monthsOf,
} from '../../src/domain/time/days.ts'

const hours = (day: Day) => (day.end - day.start) / 3_600_000
const dates = (days: readonly Day[]) => days.map(({ start }) => new Date(start).getDate())

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test('the calendar shows every day from the start to the end, both with it', () => {
  const days = daysBetween(new Date('2026-05-01T20:00:00Z'), new Date('2026-05-03T05:00:00Z'))
  expect(dates(days)).toEqual([1, 2, 3])
})

test('days are those of the user: the same event may cover other days elsewhere', () => {
  const [start, end] = [new Date('2026-05-01T20:00:00Z'), new Date('2026-05-02T21:00:00Z')]
  expect(dates(daysBetween(start, end))).toEqual([1, 2])
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(dates(daysBetween(start, end))).toEqual([2, 3])
})

test('an event within one day has that day, and one that ends as it starts too', () => {
  const start = new Date('2026-05-01T10:00:00Z')
  expect(dates(daysBetween(start, new Date('2026-05-01T12:00:00Z')))).toEqual([1])
  expect(dates(daysBetween(start, start))).toEqual([1])
})

test.each([
  ['2026-03-01', '2026-01-01', '2027-02-04'],
  ['2027-02-04', '2026-01-01', '2027-02-04'],
  ['2028-06-15', '2027-05-13', '2028-06-15'],
  ['2050-06-15', '2028-11-28', '2030-01-01'],
])('on %s, the calendar of a long event shows the days from %s to %s', (now, first, last) => {
  const noon = (day: string) => new Date(`${day}T12:00:00`)
  const days = calendarDays(noon('2026-01-01'), noon('2030-01-01'), noon(now))
  expect(days.length).toBe(MAX_DAYS)
  expect(indexOfDay(days, noon(first).getTime())).toBe(0)
  expect(indexOfDay(days, noon(last).getTime())).toBe(MAX_DAYS - 1)
})

test('an event without an end shows its first 400 days', () => {
  const days = daysBetween(new Date('2026-05-01T10:00:00Z'), new Date('2099-01-01T00:00:00Z'))
  expect(days.length).toBe(400)
})

test('an end at midnight has the day that begins then', () => {
  const days = daysBetween(new Date('2026-05-01T10:00:00Z'), new Date('2026-05-01T22:00:00Z'))
  expect(dates(days)).toEqual([1, 2])
})

test('days of 23 and 25 hours, when the clock changes, are one day each', () => {
  const spring = daysBetween(new Date('2026-03-28T12:00:00Z'), new Date('2026-03-30T12:00:00Z'))
  expect([dates(spring), spring.map(hours)]).toEqual([
    [28, 29, 30],
    [24, 23, 24],
  ])
  const autumn = daysBetween(new Date('2026-10-24T12:00:00Z'), new Date('2026-10-26T12:00:00Z'))
  expect([dates(autumn), autumn.map(hours)]).toEqual([
    [24, 25, 26],
    [24, 25, 24],
  ])
})

test('a solve at midnight counts for the day that begins', () => {
  const days = daysBetween(new Date('2026-05-01T10:00:00Z'), new Date('2026-05-03T10:00:00Z'))
  expect(countByDay(days, ['2026-05-01T22:00:00Z', '2026-05-01T21:59:59.999Z'])).toEqual([1, 1, 0])
})

test('an end before the start leaves no days, not even of the same day', () => {
  const start = new Date('2026-05-02T10:00:00Z')
  for (const end of ['2026-05-01T00:00:00Z', '2026-05-02T09:00:00Z'])
    expect(daysBetween(start, new Date(end))).toEqual([])
})

test('a solve counts on the day on which the user saw it, at midnight on the new one', () => {
  const days = daysBetween(new Date('2026-10-24T12:00:00Z'), new Date('2026-10-26T12:00:00Z'))
  const solves = [
    '2026-10-23T21:59:59.999Z', // the evening before the first day
    '2026-10-23T22:00:00.000Z', // midnight of the first
    '2026-10-24T21:59:59.999Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.999Z', // the 25th hour
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z', // after the last day
  ]
  expect(countByDay(days, solves)).toEqual([2, 2, 1])
})

test('without days nothing is counted', () => {
  expect(countByDay([], ['2026-05-01T00:00:00Z'])).toEqual([])
})

test('the head names each month over its own days', () => {
  const days = daysBetween(new Date('2026-04-29T12:00:00Z'), new Date('2026-06-01T12:00:00Z'))
  expect(monthsOf(days).map(month => [new Date(month.start).getMonth() + 1, month.length])).toEqual(
    [
      [4, 2],
      [5, 31],
      [6, 1],
    ],
  )
})

test('categories and challenges stand by name, flags as they come, and the largest day is known', () => {
  const days = daysBetween(new Date('2026-05-01T00:00:00Z'), new Date('2026-05-02T00:00:00Z'))
  const first = '2026-05-01T10:00:00Z'
  const second = '2026-05-02T10:00:00Z'
  const heat = heatOf(
    {
      categories: [
        {
          name: 'web',
          challengeSolves: [
            { name: 'z', flagSolves: [{ solveTimes: [first, first] }, { solveTimes: [second] }] },
            { name: 'a', flagSolves: [] },
          ],
        },
        { name: 'crypto', challengeSolves: [] },
      ],
    },
    days,
  )
  expect(heat).toEqual({
    largest: 2,
    categories: [
      { name: 'crypto', challenges: [] },
      {
        name: 'web',
        challenges: [
          { name: 'a', flags: [] },
          { name: 'z', flags: [{ counts: [2, 0] }, { counts: [0, 1] }] },
        ],
      },
    ],
  })
})

test('nobody has solved anything: the largest day is 0', () => {
  expect(heatOf({ categories: [] }, []).largest).toBe(0)
})

test('a shade tells the share of the largest day, and one solve is never without', () => {
  expect([0, 1, 50, 51, 100].map(count => levelOf(count, 100))).toEqual([undefined, 1, 4, 5, 8])
})
