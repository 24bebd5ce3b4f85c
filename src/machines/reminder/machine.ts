import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { AccountStats, ChallengeRef } from '../../api/contract.ts'
import { sameChallenge, sameChallenges } from '../../domain/challenge.ts'
import { type ClockRef, serverNow } from '../clock/machine.ts'
import { hasPassed, untilCheck } from '../clock/wait.ts'
import { MAX_DELAY } from '../constants.ts'
import { nameGuard } from '../name-guard.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type {
  NotificationChoice,
  NotifyOf,
  ReminderEvent,
  ReminderParentEvent,
  ReportedInstance,
  Stop,
  StopNears,
} from './events.ts'
import { nextReadAt, soonOf, stopsOf } from './stops.ts'

export interface ReminderInput {
  readonly clock: ClockRef
  /** The name of a challenge. */
  readonly nameOf: (challenge: ChallengeRef) => string
}

export interface ReminderContext {
  readonly input: ReminderInput
  /** From the last stats. */
  readonly running: readonly ChallengeRef[]
  /** The stops of all environments, as far as the last answer showed them. */
  readonly stops: readonly Stop[]
  /** Environments that stop in five minutes or less, the next one first. */
  readonly soon: readonly Stop[]
  /** Server time at which the stops are read again, in milliseconds since the epoch. */
  readonly nextReadAt: number
}

const chosen = (choice: NotificationChoice) => ({
  guard: nameGuard(
    `is ${choice}`,
    ({ event }: { event: { output: NotificationChoice } }) => event.output === choice,
  ),
  target: choice,
})

/**
 * Warns on any page before an environment stops. The stats contain what runs, but not until when. So each
 * environment is read: when it starts to run, when its end is near, and repeatedly after that.
 */
export const reminderMachine = setup({
  types: {
    context: {} as ReminderContext,
    events: {} as ReminderEvent | ReminderParentEvent | StopNears,
    input: {} as ReminderInput,
    children: {} as { notifier: 'notifier' },
  },
  actors: {
    fetchStops: unprovidedPromise<readonly ReportedInstance[], readonly ChallengeRef[]>(
      'fetchStops',
    ),
    readNotificationChoice: unprovidedPromise<NotificationChoice>('readNotificationChoice'),
    allowNotifications: unprovidedPromise<NotificationChoice>('allowNotifications'),
    forbidNotifications: unprovidedPromise<void>('forbidNotifications'),
    notifier: unprovidedCallback<NotifyOf>('notifier'),
  },
  actions: {
    keepRunning: assign((_, { runningChallenges: { running } }: AccountStats) => ({ running })),
    keepStops: enqueueActions(({ context, enqueue }, reported: readonly ReportedInstance[]) => {
      const now = serverNow(context.input.clock)
      const soon = soonOf(reported, now)
      const isNew = ({ challenge }: Stop) =>
        !context.soon.some(known => sameChallenge(known.challenge, challenge))
      enqueue.assign({ stops: stopsOf(reported), soon, nextReadAt: nextReadAt(reported, now) })
      const stops = soon.filter(isNew)
      if (stops.length > 0) enqueue.raise({ type: 'stop.neared', stops })
    }),
    tryLater: assign({ nextReadAt: ({ context }) => serverNow(context.input.clock) + MAX_DELAY }),
    forgetStops: assign({ stops: [], soon: [], nextReadAt: Number.POSITIVE_INFINITY }),
  },
  guards: {
    isUnchanged: ({ context }, { runningChallenges: { running } }: AccountStats) =>
      sameChallenges(running, context.running),
    isNothingRunning: (_, { runningChallenges: { running } }: AccountStats) => running.length === 0,
    hasRunning: ({ context }) => context.running.length > 0,
    isDue: ({ context }) => hasPassed(context.input.clock, context.nextReadAt),
  },
  delays: {
    untilCheck: ({ context }) => untilCheck(context.input.clock, context.nextReadAt),
  },
}).createMachine({
  id: 'reminder',
  context: ({ input }) => ({
    input,
    running: [],
    stops: [],
    soon: [],
    nextReadAt: Number.POSITIVE_INFINITY,
  }),
  type: 'parallel',
  states: {
    watch: {
      initial: 'idle',
      // Ask again: the answer under way may be older than the change.
      on: {
        'stats.changed': [
          { guard: { type: 'isUnchanged', params: ({ event }) => event.stats } },
          {
            guard: { type: 'isNothingRunning', params: ({ event }) => event.stats },
            target: '.idle',
            actions: [{ type: 'keepRunning', params: ({ event }) => event.stats }, 'forgetStops'],
          },
          {
            target: '.asking',
            actions: { type: 'keepRunning', params: ({ event }) => event.stats },
          },
        ],
        'account.changed': { guard: 'hasRunning', target: '.asking' },
      },
      states: {
        idle: {},
        asking: {
          invoke: {
            src: 'fetchStops',
            input: ({ context }) => context.running,
            onDone: {
              target: 'waiting',
              actions: { type: 'keepStops', params: ({ event }) => event.output },
            },
            onError: { target: 'waiting', actions: 'tryLater' },
          },
        },
        waiting: { after: { untilCheck: 'deciding' } },
        deciding: { always: [{ guard: 'isDue', target: 'asking' }, { target: 'waiting' }] },
      },
    },
    notifications: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readNotificationChoice',
            onDone: [chosen('on'), chosen('off'), chosen('denied'), { target: 'unsupported' }],
            onError: 'unsupported',
          },
        },
        off: { on: { 'notifications.switched': 'allowing' } },
        allowing: {
          invoke: {
            src: 'allowNotifications',
            onDone: [chosen('on'), chosen('off'), chosen('denied'), { target: 'unsupported' }],
            onError: 'unsupported',
          },
        },
        on: {
          invoke: { src: 'notifier', id: 'notifier' },
          on: {
            'notifications.switched': 'forbidding',
            'announcements.missed': {
              actions: sendTo(
                'notifier',
                ({ event: { announcements } }): NotifyOf => ({
                  type: 'notify.announcements',
                  announcements,
                }),
              ),
            },
            'stop.neared': {
              actions: sendTo(
                'notifier',
                ({ context, event }): NotifyOf => ({
                  type: 'notify.stops',
                  names: event.stops.map(({ challenge }) => context.input.nameOf(challenge)),
                }),
              ),
            },
          },
        },
        forbidding: { invoke: { src: 'forbidNotifications', onDone: 'off', onError: 'off' } },
        // Only the browser's settings can change these, and a page sees that after a reload.
        denied: { type: 'final' },
        unsupported: { type: 'final' },
      },
    },
  },
})
