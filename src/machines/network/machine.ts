import { assign, enqueueActions, setup } from 'xstate'
import { RETRY_DELAY } from '../constants.ts'
import type { NetworkEmitted, NetworkEvent } from './events.ts'

export interface NetworkContext {
  /** Requests that wait for the network, oldest first. The probe is one of them. */
  readonly queue: readonly number[]
  /** The request that is sent while the others wait. */
  readonly probe: number | null
}

/** The queue of requests: a request is sent only after this machine has released it. */
export const networkMachine = setup({
  types: {
    context: {} as NetworkContext,
    events: {} as NetworkEvent,
    emitted: {} as NetworkEmitted,
    tags: {} as 'offline',
  },
  actions: {
    release: enqueueActions(({ enqueue, event }) => {
      enqueue.emit({ type: 'request.released', id: event.id })
    }),
    enqueueRequest: assign(({ context, event }) => ({
      queue: [...new Set([...context.queue, event.id])].sort((a, b) => a - b),
    })),
    dequeueRequest: assign(({ context, event }) => ({
      queue: context.queue.filter(id => id !== event.id),
    })),
    releaseOldest: enqueueActions(({ context, enqueue }) => {
      const oldest = context.queue[0]
      if (oldest === undefined) return
      enqueue.assign({ probe: oldest })
      enqueue.emit({ type: 'request.released', id: oldest })
    }),
    forgetProbe: assign({ probe: null }),
    releaseAll: enqueueActions(({ context, enqueue }) => {
      for (const id of context.queue) enqueue.emit({ type: 'request.released', id })
      enqueue.assign({ queue: [] })
    }),
  },
  guards: {
    isProbe: ({ context, event }) => event.id === context.probe,
    isQueueEmpty: ({ context }) => context.queue.length === 0,
  },
  delays: { retryDelay: RETRY_DELAY },
}).createMachine({
  id: 'network',
  context: { queue: [], probe: null },
  initial: 'online',
  states: {
    online: {
      on: {
        'request.opened': { actions: 'release' },
        'request.failed': { target: 'offline', actions: 'enqueueRequest' },
      },
    },
    offline: {
      tags: 'offline',
      initial: 'pausing',
      // No request is left to probe with. The next one will show whether the network is back.
      always: { guard: 'isQueueEmpty', target: 'online' },
      on: {
        'request.opened': { actions: 'enqueueRequest' },
        'request.failed': { actions: 'enqueueRequest' },
        'request.cancelled': { actions: 'dequeueRequest' },
        'request.succeeded': { target: 'online', actions: ['dequeueRequest', 'releaseAll'] },
      },
      states: {
        pausing: { after: { retryDelay: 'probing' } },
        probing: {
          entry: 'releaseOldest',
          exit: 'forgetProbe',
          on: {
            'request.failed': { guard: 'isProbe', target: 'pausing' },
            'request.cancelled': { guard: 'isProbe', target: 'pausing', actions: 'dequeueRequest' },
          },
        },
      },
    },
  },
})
