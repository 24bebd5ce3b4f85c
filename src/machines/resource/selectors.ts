import type { SnapshotFrom } from 'xstate'
import type { ResourceMachine } from './machine.ts'

type Snapshot<T> = SnapshotFrom<ResourceMachine<T>>

/** Undefined until the first good answer. */
export const dataOf = <T>(snapshot: Snapshot<T>) => snapshot.context.data
export const failureIn = <T>(snapshot: Snapshot<T>) => snapshot.context.failure
/** Server time of the last good answer, in milliseconds since the epoch. */
export const updatedAt = <T>(snapshot: Snapshot<T>) => snapshot.context.updatedAt
/** Nothing to show yet, and nothing went wrong so far. */
export const isLoading = <T>(snapshot: Snapshot<T>) =>
  snapshot.context.data === undefined && snapshot.context.failure === null
/** Nothing to show, since the first fetch failed. */
export const isFailed = <T>(snapshot: Snapshot<T>) =>
  snapshot.context.data === undefined && snapshot.context.failure !== null
