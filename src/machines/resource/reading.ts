import type { Failure } from '../../domain/answer.ts'
import type { ResourceSnapshot } from './machine.ts'

/** What the owner of a resource keeps of it. It changes with the answers, and not in between. */
export interface Reading<T> {
  /** The last good answer; kept through failures. Undefined before the first. */
  readonly data: T | undefined
  /** Server time of the last good answer, in milliseconds since the epoch. */
  readonly updatedAt: number | null
  /** Why the last fetch failed. */
  readonly failure: Failure | null
  readonly isFetching: boolean
}

export const nothingRead = { data: undefined, updatedAt: null, failure: null, isFetching: false }

/** The fetch that was under way has brought an answer. */
export const isRead = <T>({ isFetching }: Reading<unknown>, snapshot: ResourceSnapshot<T>) =>
  isFetching && snapshot.matches({ active: 'ready' })

/** The fetch that was under way has failed. */
export const isUnread = <T>({ isFetching }: Reading<unknown>, snapshot: ResourceSnapshot<T>) =>
  isFetching && snapshot.matches({ active: 'failed' })

export function readingAfter<T>(before: Reading<T>, snapshot: ResourceSnapshot<T>): Reading<T> {
  const isFetching = snapshot.hasTag('fetching')
  const { data, updatedAt, failure } = snapshot.context
  if (isRead(before, snapshot)) return { data, updatedAt, failure, isFetching }
  if (isUnread(before, snapshot)) return { ...before, failure, isFetching }
  return isFetching === before.isFetching ? before : { ...before, isFetching }
}
