import type { Failure } from '../../domain/answer.ts'
import type { ResourceSnapshot } from './machine.ts'

/** The data of a resource that its owner keeps. It changes only with answers. */
export interface Reading<T> {
  /** The last good answer; kept through failures. Undefined before the first. */
  readonly data: T | undefined
  /** Server time of the last good answer, in milliseconds since the epoch. */
  readonly updatedAt: number | null
  /** Why the last fetch failed. */
  readonly failure: Failure | null
  readonly isFetching: boolean
}

/** Raised by the owner of a resource after each fetch. */
export type ReadingEvent = { type: 'read.succeeded' } | { type: 'read.failed' }

export const nothingRead = { data: undefined, updatedAt: null, failure: null, isFetching: false }

/** The fetch has succeeded. */
export const isRead = <T>({ isFetching }: Reading<unknown>, snapshot: ResourceSnapshot<T>) =>
  isFetching && snapshot.matches({ active: 'ready' })

/** The fetch has failed. */
const hasReadFailed = <T>({ isFetching }: Reading<unknown>, snapshot: ResourceSnapshot<T>) =>
  isFetching && snapshot.matches({ active: 'failed' })

export function readingAfter<T>(before: Reading<T>, snapshot: ResourceSnapshot<T>): Reading<T> {
  const isFetching = snapshot.hasTag('fetching')
  const { data, updatedAt, failure } = snapshot.context
  if (isRead(before, snapshot)) return { data, updatedAt, failure, isFetching }
  if (hasReadFailed(before, snapshot)) return { ...before, failure, isFetching }
  return isFetching === before.isFetching ? before : { ...before, isFetching }
}

/** A snapshot of the resource, as its owner sees it. */
interface Seen<T> {
  readonly context: { readonly reading: Reading<T> }
  readonly event: { readonly snapshot: ResourceSnapshot<T> }
}

/**
 * The `onSnapshot` of a resource's owner. Its action `keepReading` keeps each snapshot, `raiseSucceeded`
 * and `raiseFailed` raise a `ReadingEvent` after each fetch.
 */
export function onReading<T>() {
  const keepReading = {
    type: 'keepReading',
    params: ({ event }: Seen<T>) => event.snapshot,
  } as const
  const isReadNow = ({ context, event }: Seen<T>) => isRead(context.reading, event.snapshot)
  const hasReadFailedNow = ({ context, event }: Seen<T>) =>
    hasReadFailed(context.reading, event.snapshot)
  return [
    {
      guard: isReadNow,
      actions: [keepReading, 'raiseSucceeded'],
    },
    {
      guard: hasReadFailedNow,
      actions: [keepReading, 'raiseFailed'],
    },
    { actions: keepReading },
  ] as const
}
