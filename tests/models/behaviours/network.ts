import type { networkMachine } from '../../../src/machines/network/machine.ts'
import { isOffline, waitingRequests } from '../../../src/machines/network/selectors.ts'
import { behaviourOf } from '../harness/behaviour.ts'
import { emits } from '../harness/sights.ts'

const begins = {
  isOffline: false,
  /** Requests that wait, in the order in which they were made. */
  waiting: [] as readonly number[],
  /** The waiting request that tries the network. */
  probe: null as number | null,
  probeAt: null as number | null,
}
type Known = typeof begins

const released = (id: number) => emits({ type: 'request.released', id } as never)
const online: Known = begins

const withOne = ({ waiting }: Known, id: number) =>
  [...new Set([...waiting, id])].sort((a, b) => a - b)

const without = (known: Known, id: number, now: number): Partial<Known> => {
  const waiting = known.waiting.filter(one => one !== id)
  if (waiting.length === 0) return online
  return { waiting, ...(known.probe === id && { probe: null, probeAt: now + 2_000 }) }
}

export const networkBehaviour = behaviourOf<typeof networkMachine, Known>({
  begins,
  sentences: {
    'A request is sent at once while the network works.': {
      on: 'request.opened',
      if: known => !known.isOffline,
      see: (_, { id }) => [released(id)],
    },
    'While it does not, each waits for its turn.': {
      on: 'request.opened',
      if: known => known.isOffline,
      learn: (known, { id }) => ({ waiting: withOne(known, id) }),
    },
    'The first failure means that the network is away. The request is tried again after 2 s.': {
      on: 'request.failed',
      if: known => !known.isOffline,
      learn: (_, { id }, now) => ({ isOffline: true, waiting: [id], probeAt: now + 2_000 }),
    },
    'A probe that fails is followed by another after 2 s, and no request is lost.': {
      on: 'request.failed',
      if: known => known.isOffline,
      learn: (known, { id }, now) => ({
        waiting: withOne(known, id),
        ...(known.probe === id && { probe: null, probeAt: now + 2_000 }),
      }),
    },
    'The oldest request tries the network.': {
      on: 'time',
      due: ({ probeAt }) => probeAt,
      see: ({ waiting }) => waiting.slice(0, 1).map(released),
      learn: ({ waiting }) => ({ probe: waiting[0] ?? null, probeAt: null }),
    },
    'An answer means that the network is back: all others are sent in their order.': {
      on: 'request.succeeded',
      if: known => known.isOffline,
      see: ({ waiting }, { id }) => waiting.filter(one => one !== id).map(released),
      learn: () => online,
    },
    'Nobody waits for a request that was cancelled.': {
      on: 'request.cancelled',
      if: known => known.isOffline,
      learn: (known, { id }, now) => without(known, id, now),
    },
  },
  shows: {
    'that the network is away': [isOffline, known => known.isOffline],
    'how many requests wait': [waitingRequests, ({ waiting }) => waiting.length],
  },
})
