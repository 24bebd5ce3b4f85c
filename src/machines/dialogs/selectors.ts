import type { SnapshotFrom } from 'xstate'
import type { DialogName } from './events.ts'
import type { dialogsMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof dialogsMachine>

/** Null while none is open. */
export const openDialog = (snapshot: Snapshot): DialogName | null =>
  snapshot.value === 'closed' ? null : snapshot.value
/** Alive while its dialog is open. */
export const vpnOf = (snapshot: Snapshot) => snapshot.children.vpn
