import type { ChallengeRef } from '../../../src/api/contract.ts'
import type { ReportedInstance, Stop } from '../../../src/machines/reminder/events.ts'
import type { reminderMachine } from '../../../src/machines/reminder/machine.ts'
import { nextStop, notificationsOf, stopTimeOf } from '../../../src/machines/reminder/selectors.ts'
import { challenge } from '../data.ts'
import { behaviourOf, each, oneAtATime } from '../harness/behaviour.ts'
import { asks, drops, ends, type Sight, starts, tells } from '../harness/sights.ts'

const begins = {
  running: [] as readonly ChallengeRef[],
  isAsking: false,
  stops: [] as readonly Stop[],
  /** The stops of the next five minutes. */
  soon: [] as readonly Stop[],
  asksAt: null as number | null,
  notifications: 'reading' as
    | 'reading'
    | 'on'
    | 'off'
    | 'allowing'
    | 'forbidding'
    | 'denied'
    | 'unsupported',
}
type Known = typeof begins

const MINUTE = 60_000
const WARNING = 5 * MINUTE
const AGAIN = MINUTE / 2

const names = (challenges: readonly ChallengeRef[]) =>
  challenges.map(({ categorySlug, challengeSlug }) => `${categorySlug}/${challengeSlug}`)
const isSame = (some: readonly ChallengeRef[], others: readonly ChallengeRef[]) =>
  String(names(some)) === String(names(others))

const read = (known: Known, running = known.running): Sight[] => [
  ...(known.isAsking ? [drops('fetchStops')] : []),
  asks('fetchStops', running),
]
const asking = { isAsking: true, asksAt: null }

function learnStops(reported: readonly ReportedInstance[], now: number): Partial<Known> {
  const stops = reported.flatMap(({ challenge: of, instance }) =>
    instance?.state === 'running' && instance.scheduledStopTime
      ? [{ challenge: of, time: instance.scheduledStopTime }]
      : [],
  )
  const soon = stops.filter(({ time }) => Date.parse(time) <= now + WARNING)
  const isOpen = soon.length > 0 || reported.some(({ instance }) => instance?.state === 'starting')
  const next = Math.min(...stops.map(({ time }) => Date.parse(time) - WARNING))
  const asksAt = isOpen ? now + AGAIN : Number.isFinite(next) ? next : null
  return { isAsking: false, stops, soon, asksAt }
}
const isNew = ({ soon }: Known, { challenge: one }: Stop) =>
  !names(soon.map(stop => stop.challenge)).includes(String(names([one])))

const shownAs = {
  reading: null,
  on: 'on',
  off: 'off',
  allowing: 'on',
  forbidding: 'off',
  denied: 'denied',
  unsupported: 'unsupported',
} as const

export const reminderBehaviour = behaviourOf<typeof reminderMachine, Known>({
  begins,
  sentences: {
    'The browser is asked what the user once chose.': {
      on: 'it begins',
      see: () => [asks('readNotificationChoice')],
    },
    'What runs now is asked until when.': {
      on: 'stats.changed',
      if: ({ running }, { stats }) =>
        stats.runningChallenges.running.length > 0 &&
        !isSame(running, stats.runningChallenges.running),
      see: (known, { stats }) => read(known, stats.runningChallenges.running),
      learn: (_, { stats }) => ({ ...asking, running: stats.runningChallenges.running }),
    },
    'Where nothing runs any more, nothing will stop.': {
      on: 'stats.changed',
      if: ({ running }, { stats }) =>
        running.length > 0 && stats.runningChallenges.running.length === 0,
      see: ({ isAsking }) => (isAsking ? [drops('fetchStops')] : []),
      learn: () => ({ running: [], isAsking: false, stops: [], soon: [], asksAt: null }),
    },
    'A change may have moved a stop: it is asked at once.': {
      on: 'account.changed',
      if: ({ running }) => running.length > 0,
      see: known => read(known),
      learn: () => asking,
    },
    'It knows the stops then. It asks again when the next one is five minutes away, and while one is near or starts each 30 s.':
      {
        on: 'fetchStops answers',
        learn: (_, reported, now) => learnStops(reported, now),
      },
    'A stop that has come near is notified once.': {
      on: 'fetchStops answers',
      see: (known, reported, now) => {
        const { soon = [] } = learnStops(reported, now)
        const fresh = soon.filter(one => isNew(known, one))
        const event = {
          type: 'notify.stops',
          names: fresh.map(({ challenge: one }) => one.challengeSlug),
        }
        return known.notifications === 'on' && fresh.length > 0 ? [tells('notifier', event)] : []
      },
    },
    'After a failure it asks again in 30 s.': {
      on: 'fetchStops fails',
      learn: (_known, _error, now) => ({ isAsking: false, asksAt: now + AGAIN }),
    },
    'Then it asks.': {
      on: 'time',
      due: ({ asksAt }) => asksAt,
      see: known => read(known),
      learn: () => asking,
    },
    ...each(
      ['readNotificationChoice answers', 'allowNotifications answers'] as const,
      on => `By ${on} it knows whether it may notify.`,
      () => ({
        learn: (_: Known, notifications: Exclude<Known['notifications'], 'reading'>) => ({
          notifications,
        }),
      }),
    ),
    ...each(
      ['readNotificationChoice fails', 'allowNotifications fails'] as const,
      on => `By ${on} it knows that this browser cannot.`,
      () => ({ learn: () => ({ notifications: 'unsupported' as const }) }),
    ),
    'Who wants notifications is asked by the browser.': {
      on: 'notifications.switched',
      if: ({ notifications }) => notifications === 'off',
      see: () => [asks('allowNotifications')],
      learn: () => ({ notifications: 'allowing' }),
    },
    'Who does not want them any more gets none.': {
      on: 'notifications.switched',
      if: ({ notifications }) => notifications === 'on',
      see: () => [asks('forbidNotifications')],
      learn: () => ({ notifications: 'forbidding' }),
    },
    ...each(
      ['forbidNotifications answers', 'forbidNotifications fails'] as const,
      on => `By ${on} they are off, whether or not the browser remembers it.`,
      () => ({ learn: () => ({ notifications: 'off' as const }) }),
    ),
    'Notifications are shown while they are on.': {
      while: ({ notifications }) => notifications === 'on',
      begin: () => [starts('notifier')],
      end: () => [ends('notifier')],
    },
    'Announcements are notified, too.': {
      on: 'announcements.missed',
      if: ({ notifications }) => notifications === 'on',
      see: (_, { announcements }) => [
        tells('notifier', { type: 'notify.announcements', announcements }),
      ],
    },
  },
  shows: {
    'which environment stops next': [nextStop, ({ soon }) => soon[0]],
    'when an environment stops': [stopTimeOf(challenge), ({ stops }) => stops[0]?.time ?? null],
    'whether it notifies': [notificationsOf, ({ notifications }) => shownAs[notifications]],
  },
  offers: {
    'notifications.switched': ({ notifications }) =>
      notifications === 'on' || notifications === 'off',
  },
  always: { 'One read at a time is under way.': oneAtATime(['fetchStops']) },
})
