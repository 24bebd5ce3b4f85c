import type { SnapshotFrom } from 'xstate'
import type { networkMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof networkMachine>

export const isOffline = (snapshot: Snapshot) => snapshot.hasTag('offline')
/** How many requests wait to be sent again. */
export const waitingRequests = (snapshot: Snapshot) => snapshot.context.queue.length
