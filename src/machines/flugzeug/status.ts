import type { SnapshotFrom } from 'xstate'
import type { FlugzeugStatus } from '../../api/contract.ts'
import type { flugzeugMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof flugzeugMachine>

export type ShownStatus = 'loading' | 'failed' | 'noDesktop' | FlugzeugStatus

/** The status of the last good answer. */
export function statusOf({ value, context: { reading } }: Snapshot): ShownStatus {
  if (reading.updatedAt !== null) return reading.data?.status ?? 'noDesktop'
  return value.desktop === 'failed' ? 'failed' : 'loading'
}

/** The desktop ran at the last answer, and was not due to stop before `now`. */
export const isKnownRunning = (snapshot: Snapshot, now: number) => {
  const desktop = snapshot.context.reading.data
  return (
    statusOf(snapshot) === 'running' &&
    (desktop?.stopTimestamp == null || Date.parse(desktop.stopTimestamp) > now)
  )
}
