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

test('within one day the hours are enough', () => {
  expect(timesOf('en', may(7, 9), may(7, 12))).toEqual([
    ...['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM', '12:00 PM'],
  ])
})
