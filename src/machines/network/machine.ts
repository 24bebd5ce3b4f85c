import { assign, enqueueActions, setup } from 'xstate'
import { RETRY_DELAY } from '../constants.ts'
import type { NetworkEmitted, NetworkEvent } from './events.ts'

export interface NetworkContext {
  /** Requests that wait to be sent, oldest first. While the network is away, the probe is one of them. */
  readonly queue: readonly number[]
  /** Requests that have failed, and got no answer since. */
  readonly failed: readonly number[]
  /** The last request that was sent while the others waited; 0: there was none. */
  readonly probe: number
}

const withId = (ids: readonly number[], id: number) =>
  [...new Set([...ids, id])].sort((a, b) => a - b)
const withoutId = (ids: readonly number[], id: number) => ids.filter(one => one !== id)

/**
 * The queue of requests: a request is sent only after this machine has released it. If a request fails again
 * although another one was answered since, something stops only this one, such as an ad blocker. The others do not wait
 * for it.
 */
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
    enqueueRequest: assign(({ context, event }) => ({ queue: withId(context.queue, event.id) })),
    keepFailed: assign(({ context, event }) => ({
      queue: withId(context.queue, event.id),
      failed: withId(context.failed, event.id),
    })),
    dequeueRequest: assign(({ context, event }) => ({
      queue: withoutId(context.queue, event.id),
      failed: withoutId(context.failed, event.id),
    })),
    releaseNext: enqueueActions(({ context: { queue, probe }, enqueue }) => {
      const next = queue.find(id => id > probe) ?? queue[0]
      if (next === undefined) return
      enqueue.assign({ probe: next })
      enqueue.emit({ type: 'request.released', id: next })
    }),
    releaseAll: enqueueActions(({ context, enqueue }) => {
      for (const id of context.queue) enqueue.emit({ type: 'request.released', id })
      enqueue.assign({ queue: [] })
    }),
  },
  guards: {
    hasFailedBefore: ({ context, event }) => context.failed.includes(event.id),
    isProbe: ({ context, event }) => event.id === context.probe,
    isQueueEmpty: ({ context }) => context.queue.length === 0,
  },
  delays: { retryDelay: RETRY_DELAY },
}).createMachine({
  id: 'network',
  context: { queue: [], failed: [], probe: 0 },
  initial: 'online',
  states: {
    online: {
      on: {
        'request.opened': { actions: 'release' },
        'request.succeeded': { actions: 'dequeueRequest' },
        'request.cancelled': { actions: 'dequeueRequest' },
        'request.failed': [
          { guard: 'hasFailedBefore', target: '.retrying', actions: 'enqueueRequest' },
          { target: 'offline', actions: 'keepFailed' },
        ],
      },
      initial: 'clear',
      states: {
        clear: {},
        retrying: { after: { retryDelay: { target: 'clear', actions: 'releaseAll' } } },
      },
    },
    offline: {
      tags: 'offline',
      initial: 'waiting',
      // No request is left to probe with. The next one will show whether the network is back.
      always: { guard: 'isQueueEmpty', target: 'online' },
      on: {
        'request.opened': { actions: 'enqueueRequest' },
        'request.failed': { actions: 'keepFailed' },
        'request.cancelled': { actions: 'dequeueRequest' },
        'request.succeeded': { target: 'online', actions: ['dequeueRequest', 'releaseAll'] },
      },
      states: {
        waiting: { after: { retryDelay: 'probing' } },
        probing: {
          entry: 'releaseNext',
          on: {
            'request.failed': { guard: 'isProbe', target: 'waiting', actions: 'keepFailed' },
            'request.cancelled': { guard: 'isProbe', target: 'waiting', actions: 'dequeueRequest' },
          },
        },
      },
    },
  },
})
