import { networkMachine } from '../../src/machines/network/machine.ts'
import { networkBehaviour } from './behaviours/network.ts'
import { defineModel } from './harness.ts'

export const networkModel = defineModel<typeof networkMachine>({
  machine: networkMachine,
  inputs: [() => undefined],
  events: {
    'request.opened': [
      { type: 'request.opened', id: 1 },
      { type: 'request.opened', id: 2 },
    ],
    'request.failed': [
      { type: 'request.failed', id: 1 },
      { type: 'request.failed', id: 2 },
    ],
    'request.succeeded': [
      { type: 'request.succeeded', id: 1 },
      { type: 'request.succeeded', id: 2 },
    ],
    'request.cancelled': [
      { type: 'request.cancelled', id: 1 },
      { type: 'request.cancelled', id: 2 },
    ],
  },
  actors: {},
  key: ({ context }) => [context.queue, context.failed, context.probe],
  names: {
    'request.opened': ['first request', 'second request'],
    'request.failed': ['first fails', 'second fails'],
    'request.succeeded': ['first succeeds', 'second succeeds'],
    'request.cancelled': ['first cancelled', 'second cancelled'],
  },
  behaviour: networkBehaviour,
})
