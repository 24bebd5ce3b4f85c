import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RaceChart } from '../../../src/ui/race/race-chart.tsx'

afterEach(cleanup)

/** The labels below the plot of a race between two moments of the user's own time. */
function timesOf(locale: string, from: Date, to: Date) {
  i18n.loadAndActivate({ locale, messages: {} })
  const steps = [{ at: from.getTime() + 1, points: 10 }]
  const line = { accountId: 'a', name: 'Foxes', isOwn: true, steps }
  const race = { lines: [line], from: from.getTime(), to: to.getTime() }
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <RaceChart race={race} />
    </I18nProvider>,
  )
  // A narrow space may stand before AM and PM.
  const labels = container.querySelectorAll('[class*="times"] > span')
  return [...labels].map(({ textContent }) => textContent?.replace(/\s/g, ' '))
}
const may = (day: number, hour: number) => new Date(2026, 4, day, hour)

test('the times of a race of several days say the day, too', () => {
  expect(timesOf('en', may(7, 13), may(8, 19))).toEqual([
    ...['Thu 6 PM', '8 Fri', 'Fri 6 AM', 'Fri 12 PM', 'Fri 6 PM'],
  ])
  cleanup()
  expect(timesOf('de', may(7, 13), may(8, 19))).toEqual([
    ...['Do., 18:00', 'Fr., 8.', 'Fr., 06:00', 'Fr., 12:00', 'Fr., 18:00'],
  ])
})

test('the times of a race of months say the month, and of years the year', () => {
  const day = (month: number, year = 2026) => new Date(year, month, 2)
  expect(timesOf('en', day(0), day(3))).toEqual(['Feb 1', 'Mar 1', 'Apr 1'])
  cleanup()
  expect(timesOf('de', day(0), day(3))).toEqual(['1. Feb.', '1. März', '1. Apr.'])
  cleanup()
  expect(timesOf('en', day(0), day(0, 2027))).toEqual([
    ...['Apr 2026', 'Jul 2026', 'Oct 2026', 'Jan 2027'],
  ])
})

test.each([
  [may(11, 9), 'Mon 9:00 AM'],
  [may(17, 9), 'May 17, 9:00 AM'],
  [new Date(2027, 6, 1, 9), 'Jul 1, 2027, 9:00 AM'],
])('the table of a race until %s ends at %s', (to, head) => {
  timesOf('en', may(7, 9), to)
  const last = [...document.querySelectorAll('thead th')].at(-1)
  expect(last?.textContent?.replace(/\s/g, ' ')).toBe(head)
})

test('within one day the hours are enough', () => {
  expect(timesOf('en', may(7, 9), may(7, 12))).toEqual([
    ...['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM', '12:00 PM'],
  ])
})

/** A race of this many accounts for an hour. The last one is the user's own. */
function drawn(count: number) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const [from, to] = [may(7, 9).getTime(), may(7, 10).getTime()]
  const lines = Array.from({ length: count }, (_, index) => ({
    accountId: `${index}`,
    name: `Team ${index}`,
    isOwn: index === count - 1,
    steps: [{ at: from + 1, points: 100 - index }],
  }))
  return render(
    <I18nProvider i18n={i18n}>
      <RaceChart race={{ lines, from, to }} />
    </I18nProvider>,
  )
}

test("five lines differ by colour, the next ones also by dashes, and the user's own by neither", () => {
  const { container } = drawn(11)
  const lines = [...container.querySelectorAll('li')]
  expect(lines.map(one => one.style.getPropertyValue('--colour'))).toEqual([
    ...[1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map(colour => `var(--series-${colour})`),
    'var(--series-own)',
  ])
  expect(lines.map(one => one.dataset.dashed)).toEqual([
    ...[undefined, undefined, undefined, undefined, undefined],
    ...['true', 'true', 'true', 'true', 'true'],
    undefined,
  ])
  expect(lines.map(one => one.dataset.own)).toEqual([...Array(10), 'true'])
})

test('the table has each moment once, and the last one is the end of the race', () => {
  const { container } = drawn(1)
  const heads = [...container.querySelectorAll('thead th')].map(one => one.textContent)
  expect(new Set(heads).size).toBe(heads.length)
  expect(heads.at(-1)?.replace(/\s/g, ' ')).toBe('Thu 10:00 AM')
})

test('labels of a million points and more are short', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const steps = [{ at: may(7, 14).getTime(), points: 1_000_000 }]
  const line = { accountId: 'a', name: 'Foxes', isOwn: true, steps }
  const race = { lines: [line], from: may(7, 13).getTime(), to: may(7, 19).getTime() }
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <RaceChart race={race} />
    </I18nProvider>,
  )
  const labels = [...container.querySelectorAll('[class*="points"] > span')]
  const texts = labels.map(({ textContent }) => textContent)
  expect(texts).toEqual(['0', '200,000', '400,000', '600,000', '800,000', '1M'])
})
