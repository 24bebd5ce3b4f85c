import type { SnapshotFrom } from 'xstate'
import type { desktopSoundMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof desktopSoundMachine>

/** Whether the desktop has sound, as far as the page knows. */
export const hasSound = (snapshot: Snapshot) => !snapshot.matches('absent')
/** Whether the user wants to hear it. */
export const isListening = (snapshot: Snapshot) => snapshot.matches('listening')
/** Why nothing is heard, until the user has seen it. */
export const soundFailure = (snapshot: Snapshot) => snapshot.context.failure
