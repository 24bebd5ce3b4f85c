import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { networkMachine } from './machine.ts'

export const networkStates: StatesOf<typeof networkMachine> = {
  '(root)':
    'Decides which request may be sent now, and keeps the others until the network is back.',
  online: 'Every request is sent at once.',
  'online.clear': 'No request waits.',
  'online.retrying':
    'Only requests that failed again wait, to be sent once more. Others were answered since, so the network works.',
  offline: 'A request got no answer. All wait in a queue, in their order.',
  'offline.waiting': 'It waits before it tries the network again.',
  'offline.probing': 'One request is sent to see whether the network is back. Each has its turn.',
}
