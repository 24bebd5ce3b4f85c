import type { SnapshotFrom } from 'xstate'
import type { paletteMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof paletteMachine>

export const isPaletteOpen = (snapshot: Snapshot) => snapshot.matches('open')
export const queryOf = (snapshot: Snapshot) => snapshot.context.query
/** Where the marked entry leads; null: the first one is marked. */
export const markedPath = (snapshot: Snapshot) => snapshot.context.marked
