import type { SnapshotFrom } from 'xstate'
import type { desktopMachine } from './machine.ts'
import { effectiveQuality, effectiveScaling } from './settings.ts'

type Snapshot = SnapshotFrom<typeof desktopMachine>

export type ConnectionStatus =
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'refused'
  | 'ended'
  | 'exhausted'
  | 'unanswered'

/** The state of the connection, in one word. */
export function connectionStatusOf(snapshot: Snapshot): ConnectionStatus {
  if (snapshot.matches('disconnected')) {
    if (snapshot.matches({ disconnected: 'ended' })) return 'ended'
    return snapshot.matches({ disconnected: 'unanswered' }) ? 'unanswered' : 'exhausted'
  }
  if (snapshot.matches('reconnecting')) return 'reconnecting'
  if (snapshot.matches('refused')) return 'refused'
  return snapshot.matches({ online: 'connected' }) ? 'connected' : 'connecting'
}

export const isConnected = (snapshot: Snapshot) => snapshot.matches({ online: 'connected' })
export const isViewOnly = (snapshot: Snapshot) => snapshot.context.viewOnly
/** Whether keys, clicks and texts reach the desktop. */
export const canControl = (snapshot: Snapshot) => isConnected(snapshot) && !isViewOnly(snapshot)
export const isWatcher = (snapshot: Snapshot) => snapshot.context.role === 'watcher'
/** Whether there may be team mates who watch. */
export const hasTeam = (snapshot: Snapshot) => snapshot.context.role === 'owner'
/** The link for team mates; null: the desktop is not shared. */
export const sharedLinkOf = (snapshot: Snapshot) => snapshot.context.sharing?.link ?? null
const nobody: readonly string[] = []
/** The names of those who watch. */
export const watchersOf = (snapshot: Snapshot) => snapshot.context.sharing?.watchers ?? nobody
export const scalingOf = (snapshot: Snapshot) => effectiveScaling(snapshot.context)
export const chosenQualityOf = (snapshot: Snapshot) => snapshot.context.preferences.quality
export const textSizeOf = (snapshot: Snapshot) => snapshot.context.preferences.textSize
export const qualityOf = (snapshot: Snapshot) => effectiveQuality(snapshot.context)
export const preferencesOf = (snapshot: Snapshot) => snapshot.context.preferences
export const pressedKeysOf = (snapshot: Snapshot) => snapshot.context.pressed
/** The desktop's clipboard. */
export const clipboardOf = (snapshot: Snapshot) => snapshot.context.clipboard
/** The browser refused its clipboard to the desktop's text. The user has to ask for it. */
export const isWithheld = (snapshot: Snapshot) =>
  snapshot.matches({ online: { connected: 'withheld' } })

/** Milliseconds, or null before the first measurement. */
export const latencyOf = (snapshot: Snapshot) => {
  const sample = snapshot.context.measured.sample
  return sample === null ? null : Math.round(sample.latency)
}

export type LatencyLevel = 'unknown' | 'good' | 'fair' | 'poor'

/** Typing feels slow from 250 ms on; nobody notices less than 100 ms. */
export function latencyLevelOf(snapshot: Snapshot): LatencyLevel {
  const now = latencyOf(snapshot)
  if (now === null || !isConnected(snapshot)) return 'unknown'
  return now < 100 ? 'good' : now < 250 ? 'fair' : 'poor'
}
