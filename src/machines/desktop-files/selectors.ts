import type { SnapshotFrom } from 'xstate'
import type { desktopFilesMachine } from './machine.ts'

/** For the desktop page, which may not import the contract. */
export type { HomeEntry } from '../../api/contract.ts'

type Snapshot = SnapshotFrom<typeof desktopFilesMachine>

export const isDraggedOver = (snapshot: Snapshot) => snapshot.matches({ drag: 'over' })
export const isReading = (snapshot: Snapshot) => snapshot.matches({ home: 'reading' })
export const listingOf = (snapshot: Snapshot) => snapshot.context.listing
export const listFailureOf = (snapshot: Snapshot) =>
  snapshot.matches({ home: 'failed' }) ? snapshot.context.failure : null
export const folderPathOf = (snapshot: Snapshot) => snapshot.context.path
export const transfersOf = (snapshot: Snapshot) => snapshot.context.transfers
export const leftOutOf = (snapshot: Snapshot) => snapshot.context.leftOut
