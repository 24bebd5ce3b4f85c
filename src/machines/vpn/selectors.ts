import type { SnapshotFrom } from 'xstate'
import type { vpnMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof vpnMachine>

export const isSavingConfig = (snapshot: Snapshot) =>
  snapshot.matches('fetchingFile') || snapshot.matches('saving')
export const isConfigSaved = (snapshot: Snapshot) => snapshot.matches({ resting: 'saved' })
export const isFetchingCode = (snapshot: Snapshot) => snapshot.matches('fetchingCode')
/** The configuration to draw as a code; null while none is shown. */
export const shownConfig = (snapshot: Snapshot) =>
  snapshot.matches('showingCode') ? snapshot.context.config : null
export const vpnRefusal = (snapshot: Snapshot) => snapshot.context.refusal
export const vpnFailure = (snapshot: Snapshot) => snapshot.context.failure
