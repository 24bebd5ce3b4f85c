import type { SnapshotFrom } from 'xstate'
import type { desktopPasteMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof desktopPasteMachine>

export const isSending = (snapshot: Snapshot) => snapshot.matches('sending')
export const hasArrived = (snapshot: Snapshot) => snapshot.matches('arrived')
/** Why the last image did not arrive, until the user has seen it. */
export const pasteFailure = (snapshot: Snapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null
