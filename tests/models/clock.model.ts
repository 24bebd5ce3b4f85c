import { clockMachine } from '../../src/machines/clock/machine.ts'
import { START } from '../support/time.ts'
import { clockBehaviour } from './behaviours/clock.ts'
import { defineModel } from './harness.ts'

export const clockModel = defineModel<typeof clockMachine>({
  machine: clockMachine,
  inputs: [({ now }) => ({ now })],
  events: {
    'clock.measured': [
      { type: 'clock.measured', serverDate: START, sentAt: START, receivedAt: START + 500 },
      { type: 'clock.measured', serverDate: START, sentAt: START + 300, receivedAt: START + 400 },
      { type: 'clock.measured', serverDate: START + 9_000, sentAt: START, receivedAt: START + 500 },
    ],
    'clock.watched': [{ type: 'clock.watched' }],
    'clock.unwatched': [{ type: 'clock.unwatched' }],
  },
  actors: {},
  key: ({ context }) => Math.min(context.watchers, 2),
  behaviour: clockBehaviour,
})
