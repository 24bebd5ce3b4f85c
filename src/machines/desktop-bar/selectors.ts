import type { SnapshotFrom } from 'xstate'
import type { PanelName } from './events.ts'
import type { desktopBarMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof desktopBarMachine>

const panels: readonly PanelName[] = ['clipboard', 'files', 'keys', 'picture', 'sharing', 'help']

export const isHidden = (snapshot: Snapshot) => snapshot.matches('hidden')
/** The panel that is open, or null. */
export const openPanelOf = (snapshot: Snapshot) =>
  panels.find(panel => snapshot.matches({ open: panel })) ?? null
