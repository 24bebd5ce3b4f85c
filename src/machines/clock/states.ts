import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { clockMachine } from './machine.ts'

export const clockStates: StatesOf<typeof clockMachine> = {
  '(root)': 'Server time, worked out from the Date header of answers in JSON.',
  idle: 'Nobody shows a time, so nothing ticks.',
  ticking: 'Somebody shows a time. It ticks at each second of the server.',
}
