import type { SnapshotFrom } from 'xstate'
import type { networkMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof networkMachine>

export const isOffline = (snapshot: Snapshot) => snapshot.hasTag('offline')
/** Whether a request has failed, and got no answer since. */
export const hasFailures = (snapshot: Snapshot) => snapshot.context.failed.length > 0
/** How many requests wait to be sent again, or are sent again just now. */
export const waitingRequests = ({ context: { queue, failed } }: Snapshot) =>
  new Set([...queue, ...failed]).size
