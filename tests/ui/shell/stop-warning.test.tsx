import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fromPromise } from 'xstate'
import { notifications } from '../../../src/browser/notifications.ts'
import type { NotificationChoice } from '../../../src/machines/reminder/events.ts'
import { statsOf } from '../../support/challenge.ts'
import { ref, showApp } from './show.tsx'

afterEach(cleanup)

const running = {
  getStats: statsOf([ref('web', 'shop')]),
  getInstance: {
    state: 'running' as const,
    scheduledStopTime: '2026-05-01T12:04:30.000Z',
    exposedEndpoints: [],
  },
}

test("the tab's title warns of an environment that is about to stop, on any page", async () => {
  const { pass } = await showApp({ server: running })
  expect(document.title).toBe('⏳ 5 min: Shop of Horrors · Page not found · Guidon')
  await pass(60_000)
  expect(document.title).toBe('⏳ 4 min: Shop of Horrors · Page not found · Guidon')
  await pass(4 * 60_000)
  expect(document.title).toBe('⏳ Shop of Horrors stops soon · Page not found · Guidon')
})

test('the title warns of nothing while there is time', async () => {
  const instance = { ...running.getInstance, scheduledStopTime: '2026-05-01T13:00:00.000Z' }
  await showApp({ server: { ...running, getInstance: instance } })
  expect(document.title).toBe('Page not found · Guidon')
})

test('notifications are switched on and off in the list of what runs', async () => {
  const { settle } = await showApp({ server: running })
  const box = () =>
    screen.getByLabelText<HTMLInputElement>('Notify me five minutes before an environment stops')
  const isWaiting = () => box().getAttribute('aria-disabled') === 'true'
  expect([box().checked, isWaiting()]).toEqual([false, false])
  fireEvent.click(box())
  expect(isWaiting()).toBe(true)
  await settle()
  expect([box().checked, isWaiting()]).toEqual([true, false])
  fireEvent.click(box())
  await settle()
  expect(box().checked).toBe(false)
})

test.each([
  ['blocks notifications', 'denied', true],
  ['has no notifications', 'unsupported', false],
] as const)('a browser that %s has no switch for them', async (_, choice, isSaid) => {
  const readNotificationChoice = fromPromise<NotificationChoice>(async () => choice)
  const device = { notifications: { ...notifications, readNotificationChoice } }
  await showApp({ server: running, device })
  // What runs is listed, and nothing can be switched there.
  expect(await screen.findByRole('heading', { name: 'Running now', hidden: true })).toBeDefined()
  expect(screen.queryByLabelText(/^Notify me/)).toBe(null)
  expect(screen.queryByText('Your browser blocks notifications from this site.') !== null).toBe(
    isSaid,
  )
})
