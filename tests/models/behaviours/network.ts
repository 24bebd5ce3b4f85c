import type { networkMachine } from '../../../src/machines/network/machine.ts'
import { hasFailures, isOffline, waitingRequests } from '../../../src/machines/network/selectors.ts'
import { behaviourOf } from '../harness/behaviour.ts'
import { emits } from '../harness/sights.ts'

const begins = {
  isOffline: false,
  /** Requests that wait, in the order in which they were made. */
  waiting: [] as readonly number[],
  /** Requests that have failed, and got no answer since. */
  failed: [] as readonly number[],
  /** The request that tried the network last. */
  probe: 0,
  isProbing: false,
  /** When requests that wait are sent again. */
  dueAt: null as number | null,
}
type Known = typeof begins

const released = (id: number) => emits({ type: 'request.released', id } as never)
const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
const isFirstFailure = ({ failed }: Known, { id }: { id: number }) => !failed.includes(id)

const withFailure = (known: Known, id: number): Partial<Known> => ({
  waiting: sorted([...known.waiting, id]),
  failed: sorted([...known.failed, id]),
})

const without = (known: Known, id: number) => ({
  waiting: known.waiting.filter(one => one !== id),
  failed: known.failed.filter(one => one !== id),
})

const afterProbe = ({ isProbing, probe }: Known, id: number, now: number): Partial<Known> =>
  isProbing && probe === id ? { isProbing: false, dueAt: now + 2_000 } : {}

const nextProbe = ({ waiting, probe }: Known) => waiting.find(id => id > probe) ?? waiting[0] ?? 0

const online = { isOffline: false, isProbing: false, dueAt: null }

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
      learn: (known, { id }) => ({ waiting: sorted([...known.waiting, id]) }),
    },
    'The first failure means that the network is away. The request is tried again after 2 s.': {
      on: 'request.failed',
      if: (known, event) => !known.isOffline && isFirstFailure(known, event),
      learn: (known, { id }, now) => ({
        ...withFailure(known, id),
        isOffline: true,
        dueAt: now + 2_000,
      }),
    },
    'A request that fails again, while others are answered, waits alone.': {
      on: 'request.failed',
      if: (known, event) => !known.isOffline && !isFirstFailure(known, event),
      learn: (known, { id }, now) => ({ ...withFailure(known, id), dueAt: now + 2_000 }),
    },
    'It is sent again after 2 s.': {
      on: 'time',
      due: ({ isOffline, dueAt }) => (isOffline ? null : dueAt),
      see: ({ waiting }) => waiting.map(released),
      learn: () => ({ waiting: [], dueAt: null }),
    },
    'A probe that fails is followed by another after 2 s, and no request is lost.': {
      on: 'request.failed',
      if: known => known.isOffline,
      learn: (known, { id }, now) => ({
        ...withFailure(known, id),
        ...afterProbe(known, id, now),
      }),
    },
    'The requests try the network in turns.': {
      on: 'time',
      due: ({ isOffline, dueAt }) => (isOffline ? dueAt : null),
      see: known => [released(nextProbe(known))],
      learn: known => ({ probe: nextProbe(known), isProbing: true, dueAt: null }),
    },
    'An answer means that the network is back: all others are sent in their order.': {
      on: 'request.succeeded',
      if: known => known.isOffline,
      see: ({ waiting }, { id }) => waiting.filter(one => one !== id).map(released),
      learn: (known, { id }) => ({ ...without(known, id), ...online, waiting: [] }),
    },
    'A request that was answered is not sent again.': {
      on: 'request.succeeded',
      if: known => !known.isOffline,
      learn: (known, { id }) => without(known, id),
    },
    'Nobody waits for a request that was cancelled.': {
      on: 'request.cancelled',
      learn: (known, { id }, now) => {
        const rest = without(known, id)
        if (!known.isOffline) return rest
        return { ...rest, ...(rest.waiting.length === 0 ? online : afterProbe(known, id, now)) }
      },
    },
  },
  shows: {
    'that the network is away': [isOffline, known => known.isOffline],
    'that a request has no answer yet': [hasFailures, ({ failed }) => failed.length > 0],
    'how many requests wait': [
      waitingRequests,
      ({ waiting, failed }) => sorted([...waiting, ...failed]).length,
    ],
  },
})
