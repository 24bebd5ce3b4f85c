import { clockMachine } from '../../src/machines/clock/machine.ts'
import { START } from '../support/time.ts'
import { defineModel } from './harness.ts'

export const clockModel = defineModel<typeof clockMachine>({
  machine: clockMachine,
  inputs: [({ now }) => ({ now })],
  events: {
    'clock.measured': [
      { type: 'clock.measured', serverDate: START, sentAt: START, receivedAt: START + 500 },
    ],
    'clock.watched': [{ type: 'clock.watched' }],
    'clock.unwatched': [{ type: 'clock.unwatched' }],
  },
  actors: {},
  key: ({ context }) => Math.min(context.watchers, 2),
})
