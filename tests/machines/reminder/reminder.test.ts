import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { ChallengeRef } from '../../../src/api/contract.ts'
import type {
  NotificationChoice,
  NotifyOf,
  ReportedInstance,
} from '../../../src/machines/reminder/events.ts'
import { reminderMachine } from '../../../src/machines/reminder/machine.ts'
import { nextStop, notificationsOf, stopTimeOf } from '../../../src/machines/reminder/selectors.ts'
import { announcement, instance, stats } from '../../models/data.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { createClockActor, createTime, settled } from '../../support/time.ts'

const MINUTE = 60_000
const reported = (
  slug: string,
  minutes: number | null,
  state: 'running' | 'starting' = 'running',
) => ({
  challenge: { categorySlug: 'web', challengeSlug: slug },
  instance: instance(state, minutes === null ? null : minutes / 60),
})

async function start(choice: NotificationChoice | Error = 'on') {
  const time = createTime()
  const stops = createFakePromise<readonly ReportedInstance[], readonly ChallengeRef[]>()
  const read = createFakePromise<NotificationChoice>()
  const allow = createFakePromise<NotificationChoice>()
  const forbid = createFakePromise<void>()
  const notifier = createFakeCallback<NotifyOf>()
  const reminder = createActor(
    reminderMachine.provide({
      actors: {
        fetchStops: stops.logic,
        readNotificationChoice: read.logic,
        allowNotifications: allow.logic,
        forbidNotifications: forbid.logic,
        notifier: notifier.logic as never,
      },
    }),
    {
      clock: time.clock,
      input: { clock: createClockActor(time), nameOf: one => one.challengeSlug.toUpperCase() },
    },
  ).start()
  if (choice instanceof Error) read.last().answer.reject(choice)
  else read.last().answer.resolve(choice)
  await settled()
  return {
    reminder,
    stops,
    allow,
    forbid,
    notifier,
    run: (...slugs: string[]) => reminder.send({ type: 'stats.changed', stats: stats(slugs) }),
    answer: async (...answers: ReportedInstance[]) => {
      stops.last().answer.resolve(answers)
      await settled()
    },
    pass: async (minutes: number) => {
      for (let past = 0; past < minutes * MINUTE; past += MINUTE / 4) time.pass(MINUTE / 4)
      await settled()
    },
    next: () => nextStop(reminder.getSnapshot())?.challenge.challengeSlug,
    notifications: () => notificationsOf(reminder.getSnapshot()),
  }
}

test('if nothing runs, nothing is asked', async () => {
  const { stops, run, pass } = await start()
  run()
  await pass(60)
  expect(stops.calls.length).toBe(0)
})

test('environments are asked for their end, and again when five minutes are left', async () => {
  const { stops, run, answer, pass, next } = await start()
  run('cookies')
  expect(stops.last().input).toEqual([{ categorySlug: 'web', challengeSlug: 'cookies' }])
  await answer(reported('cookies', 60))
  await pass(54.75)
  expect([stops.calls.length, next()]).toEqual([1, undefined])
  await pass(0.25)
  expect(stops.calls.length).toBe(2)
  await answer(reported('cookies', 60))
  expect(next()).toBe('cookies')
})

test('an environment that was extended meanwhile is not warned of', async () => {
  const { stops, run, answer, pass, next, notifier } = await start()
  run('cookies')
  await answer(reported('cookies', 60))
  await pass(55)
  await answer(reported('cookies', 90))
  expect([next(), notifier.received]).toEqual([undefined, []])
  await pass(30)
  expect(stops.calls.length).toBe(3)
})

test('each environment is notified of once, by its name, and the next to stop is shown', async () => {
  const { run, answer, pass, next, notifier } = await start()
  run('cookies', 'shop')
  await answer(reported('cookies', 4), reported('shop', 3))
  await pass(0.5)
  await answer(reported('cookies', 4), reported('shop', 3))
  expect(next()).toBe('shop')
  expect(notifier.received).toEqual([{ type: 'notify.stops', names: ['SHOP', 'COOKIES'] }])
})

test('after an action the stops are asked for at once, because it may have moved one', async () => {
  const { reminder, stops, run, answer, next } = await start()
  reminder.send({ type: 'account.changed' })
  expect(stops.calls.length).toBe(0)
  run('cookies')
  await answer(reported('cookies', 4))
  reminder.send({ type: 'account.changed' })
  expect(stops.calls.length).toBe(2)
  await answer(reported('cookies', 34))
  expect(next()).toBe(undefined)
  reminder.send({ type: 'account.changed' })
  expect(stops.calls.length).toBe(3)
})

test('every stop that was answered is known, until nothing runs', async () => {
  const { reminder, run, answer } = await start()
  const [cookies, shop] = [reported('cookies', 90), reported('shop', 3)]
  const stop = () => stopTimeOf(cookies.challenge)(reminder.getSnapshot())
  run('cookies', 'shop')
  expect(stop()).toBe(null)
  await answer(cookies, shop)
  expect(stop()).toBe(cookies.instance.scheduledStopTime)
  run()
  expect(stop()).toBe(null)
})

test('no warning stays of an environment that was stopped', async () => {
  const { stops, run, answer, next } = await start()
  run('cookies')
  await answer(reported('cookies', 4))
  run()
  expect([next(), stops.calls.length]).toEqual([undefined, 1])
})

test('stats without a change ask for nothing', async () => {
  const { stops, run, answer } = await start()
  run('cookies')
  await answer(reported('cookies', 60))
  run('cookies')
  expect(stops.calls.length).toBe(1)
})

test('an environment that starts is asked for again in half a minute, and so is one without an answer', async () => {
  const { stops, run, answer, pass } = await start()
  run('cookies')
  await answer(reported('cookies', null, 'starting'))
  await pass(0.5)
  expect(stops.calls.length).toBe(2)
  stops.last().answer.reject(new Error('The server is ill.'))
  await settled()
  await pass(0.25)
  expect(stops.calls.length).toBe(2)
  await pass(0.25)
  expect(stops.calls.length).toBe(3)
})

test('only a click asks the browser for its permission, and the choice can be undone', async () => {
  const { reminder, allow, forbid, notifications, run, answer, notifier } = await start('off')
  run('cookies')
  await answer(reported('cookies', 4))
  expect([notifications(), allow.calls.length, notifier.received]).toEqual(['off', 0, []])
  reminder.send({ type: 'notifications.switched' })
  expect([notifications(), allow.calls.length]).toEqual(['on', 1])
  allow.last().answer.resolve('on')
  await settled()
  expect([notifications(), notifier.running()]).toEqual(['on', 1])
  reminder.send({ type: 'notifications.switched' })
  expect(notifications()).toBe('off')
  forbid.last().answer.resolve()
  await settled()
  expect([notifications(), notifier.running()]).toEqual(['off', 0])
  reminder.send({ type: 'notifications.switched' })
  expect([notifications(), allow.calls.length]).toEqual(['on', 2])
})

test('a choice that the browser cannot store holds as long as the page', async () => {
  const { reminder, allow, forbid, notifications } = await start('on')
  reminder.send({ type: 'notifications.switched' })
  forbid.last().answer.reject(new Error('no storage'))
  await settled()
  expect([notifications(), allow.calls.length]).toEqual(['off', 0])
})

test.for([
  ['denied', 'denied'],
  ['off', 'off'],
  ['unsupported', 'unsupported'],
] as const)('a browser that answers %s is taken at its word', async ([answer, shown]) => {
  const { reminder, allow, notifications } = await start('off')
  reminder.send({ type: 'notifications.switched' })
  allow.last().answer.resolve(answer)
  await settled()
  expect(notifications()).toBe(shown)
  expect((await start(answer)).notifications()).toBe(shown)
})

test('a browser that fails at notifications has none', async () => {
  expect((await start(new Error('forbidden'))).notifications()).toBe('unsupported')
  const { reminder, allow, notifications } = await start('off')
  reminder.send({ type: 'notifications.switched' })
  allow.last().answer.reject(new Error('forbidden'))
  await settled()
  expect(notifications()).toBe('unsupported')
})

test('there is a warning at five minutes, none a moment earlier, and none for what has no end', async () => {
  const { run, answer, next } = await start()
  run('cookies')
  await answer(reported('cookies', 5.01))
  expect(next()).toBe(undefined)
  run('cookies', 'shop')
  await answer(reported('cookies', null), reported('shop', 5))
  expect(next()).toBe('shop')
})

test('users who want to be notified are notified of announcements, too; nobody else is', async () => {
  const announcements = [announcement('a')]
  const { reminder, notifier } = await start('on')
  reminder.send({ type: 'announcements.missed', announcements })
  expect(notifier.received).toEqual([{ type: 'notify.announcements', announcements }])
  const other = await start('off')
  other.reminder.send({ type: 'announcements.missed', announcements })
  expect(other.notifier.received).toEqual([])
})
