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
/** Why the last attempt was refused; null if it was not. */
export const vpnRefusal = (snapshot: Snapshot) =>
  snapshot.matches({ resting: 'refused' }) ? snapshot.context.refusal : null
/** The error of the last attempt; null if there was none. */
export const vpnFailure = (snapshot: Snapshot) =>
  snapshot.matches({ resting: 'failed' }) ? snapshot.context.failure : null
