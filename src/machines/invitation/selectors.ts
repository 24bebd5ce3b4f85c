import type { SnapshotFrom } from 'xstate'
import type { JoinProblem } from '../home/problems.ts'
import type { InvitationState } from './invitation-state.ts'
import type { invitationMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof invitationMachine>

/** What the page of an invitation shows. `asking` stays until the team has been read. */
export function shownState({ value }: Snapshot): InvitationState | 'joined' {
  if (typeof value !== 'string' || value === 'joining') return 'asking'
  return value === 'deciding' ? 'unknown' : value
}

export const isJoining = (snapshot: Snapshot) => snapshot.hasTag('changing')
/** Why the last attempt failed; null if it did not. */
export const invitationProblem = (snapshot: Snapshot): JoinProblem | null =>
  snapshot.matches({ asking: 'refused' }) ? snapshot.context.problem : null
/** Server time, in milliseconds, from which on an attempt is accepted again; null without a wait. */
export const invitationWait = (snapshot: Snapshot) =>
  snapshot.matches({ asking: 'wait' }) ? snapshot.context.waitUntil : null
