import type { SnapshotFrom } from 'xstate'
import type { membershipMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof membershipMachine>

/** The team for which the question is open; null while none is. */
export const confirmingTeam = (snapshot: Snapshot) =>
  snapshot.hasTag('asking') ? (snapshot.context.membership?.teamId ?? null) : null
/** The user has confirmed it, and still has the team. */
export const isLeaving = (snapshot: Snapshot) => snapshot.hasTag('changing')
export const isTooLate = (snapshot: Snapshot) => snapshot.matches({ asking: 'tooLate' })
export const hasLeavingFailed = (snapshot: Snapshot) => snapshot.matches({ asking: 'failed' })
