import type { SnapshotFrom } from 'xstate'
import type { clockMachine } from './machine.ts'

/** Server time at the last tick, in milliseconds since the epoch. */
export const tickTime = (snapshot: SnapshotFrom<typeof clockMachine>) => snapshot.context.time
