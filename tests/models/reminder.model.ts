import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import { reminderBehaviour } from './behaviours/reminder.ts'
import { announcement, challenge, instance, stats } from './data.ts'
import { defineModel } from './harness.ts'

const reported = (...[state, hours]: Parameters<typeof instance>) => [
  { challenge, instance: instance(state, hours) },
]

export const reminderModel = defineModel<typeof reminderMachine>({
  machine: reminderMachine,
  inputs: [({ serverClock }) => ({ clock: serverClock, nameOf: one => one.challengeSlug })],
  events: {
    'notifications.switched': [{ type: 'notifications.switched' }],
    'stats.changed': [
      { type: 'stats.changed', stats: stats(['cookies']) },
      { type: 'stats.changed', stats: stats([]) },
    ],
    'account.changed': [{ type: 'account.changed' }],
    'announcements.missed': [{ type: 'announcements.missed', announcements: [announcement('a')] }],
    'stop.neared': 'raised',
  },
  actors: {
    fetchStops: { done: [reported('running', 0.05), reported('running', 1), reported('starting')] },
    readNotificationChoice: { done: ['off', 'on', 'denied', 'unsupported'] },
    allowNotifications: { done: ['on', 'off', 'denied', 'unsupported'] },
    forbidNotifications: { done: [undefined] },
    notifier: 'callback',
  },
  key: ({ context: { running, soon, nextReadAt } }, { now }) => [
    running.length,
    soon.length,
    Math.min(nextReadAt - now(), 60_000),
  ],
  behaviour: reminderBehaviour,
})
