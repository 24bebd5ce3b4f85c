import type { SnapshotFrom } from 'xstate'
import type { ResourceMachine } from './machine.ts'

type Snapshot<T> = SnapshotFrom<ResourceMachine<T>>

/** Undefined until the first good answer. */
export const dataOf = <T>(snapshot: Snapshot<T>) => snapshot.context.data
export const failureIn = <T>(snapshot: Snapshot<T>) => snapshot.context.failure
/** Server time of the last good answer, in milliseconds since the epoch. */
export const updatedAtOf = <T>(snapshot: Snapshot<T>) => snapshot.context.updatedAt
/** No data yet, and no failure. */
export const isLoading = <T>(snapshot: Snapshot<T>) =>
  snapshot.context.data === undefined && snapshot.context.failure === null
/** No data, because the first fetch failed. */
export const isFailed = <T>(snapshot: Snapshot<T>) =>
  snapshot.context.data === undefined && snapshot.context.failure !== null
