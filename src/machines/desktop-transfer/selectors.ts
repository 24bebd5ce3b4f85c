import type { SnapshotFrom } from 'xstate'
import type { desktopTransferMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof desktopTransferMachine>

export type TransferStatus =
  | 'waiting'
  | 'moving'
  | 'interrupted'
  | 'failed'
  | 'completed'
  | 'closed'
export const statusOf = (snapshot: Snapshot): TransferStatus => snapshot.value

export const nameOf = (snapshot: Snapshot) => snapshot.context.name
export const kindOf = (snapshot: Snapshot) => snapshot.context.source.kind
export const transferFailure = (snapshot: Snapshot) => snapshot.context.failure
export const sizeOf = (snapshot: Snapshot) => snapshot.context.size
export const movedOf = (snapshot: Snapshot) => snapshot.context.moved
