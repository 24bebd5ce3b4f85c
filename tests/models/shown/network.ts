import type { networkMachine } from '../../../src/machines/network/machine.ts'
import type { Expectations } from './expectations.ts'

const offline = ['Network connectivity issues', 'Please check your internet connection.', 'retried']

export const networkStates: Expectations<typeof networkMachine> = {
  'online.clear': ['!Network connectivity issues'],
  'online.retrying': ['!Network connectivity issues'],
  'offline.waiting': offline,
  'offline.probing': offline,
}
