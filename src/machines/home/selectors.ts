import type { SnapshotFrom } from 'xstate'
import type { AccountStats } from '../../api/contract.ts'
import type { homeMachine } from './machine.ts'
import type { CreateProblem, Form, JoinProblem, SelectProblem } from './problems.ts'
import { chosenGroup } from './setup.ts'
import type { Step } from './step.ts'

type Snapshot = SnapshotFrom<typeof homeMachine>

/** The step that is shown. It stays until a change in flight has its answer. */
export function shownStep({ value }: Snapshot): Step {
  const step = typeof value === 'string' ? value : 'team' in value ? 'team' : 'scoreGroup'
  return step === 'deciding' ? 'unknown' : step
}

export const draftsOf = (snapshot: Snapshot) => snapshot.context.drafts
export const groupsOf = (snapshot: Snapshot) => snapshot.context.groups
export const chosenGroupOf = (snapshot: Snapshot) => chosenGroup(snapshot.context)

/**
 * The account's score group, if it is not the one that the user submitted last: somebody was faster. Null if there is
 * nothing to say.
 */
export const otherGroupIn =
  (stats: Pick<AccountStats, 'scoreGroup' | 'scoreGroupName'> | undefined) =>
  ({ context: { submittedGroup, groups } }: Snapshot): string | null => {
    const slug = stats?.scoreGroup ?? null
    if (submittedGroup === null || slug === null || slug === submittedGroup) return null
    return stats?.scoreGroupName ?? groups.find(group => group.slug === slug)?.name ?? slug
  }
export const isForTeam = (snapshot: Snapshot) => snapshot.context.facts.teamMode
/** The event is a past one, for reading only. */
export const isReadOnly = (snapshot: Snapshot) => snapshot.context.facts.isReadOnly
/** The event has ended, and its challenges stay open. */
export const isPostPlay = (snapshot: Snapshot) => snapshot.context.facts.phase === 'postPlay'
/** Whether the user may use the desktop; null until it is known. */
export function canUseDesktop({ context: { facts } }: Snapshot): boolean | null {
  return facts.flugzeugEnabled === 'unreadable' ? false : facts.flugzeugEnabled
}

const isEditing = (snapshot: Snapshot) => snapshot.matches({ team: { open: 'editing' } })

export function joinProblemOf(snapshot: Snapshot): JoinProblem | null {
  const { problem } = snapshot.context
  return isEditing(snapshot) && problem?.form === 'join' ? problem.code : null
}

export function createProblemOf(snapshot: Snapshot): CreateProblem | null {
  const { problem } = snapshot.context
  return isEditing(snapshot) && problem?.form === 'create' ? problem.code : null
}

export function selectProblemOf({ context: { problem } }: Snapshot): SelectProblem | null {
  return problem?.form === 'select' ? problem.code : null
}

/** The form whose change is in flight, until its result is shown; null while there is none. */
export const pendingForm = (snapshot: Snapshot): Form | null =>
  snapshot.hasTag('changing') || snapshot.hasTag('settling') ? snapshot.context.submittedForm : null

/** The server time, in milliseconds, from which a token is accepted again; null without a wait. */
export const joinWait = (snapshot: Snapshot) =>
  snapshot.matches({ team: { open: { editing: 'joinWait' } } }) ? snapshot.context.waitUntil : null

/** The server time, in milliseconds, from which a team name is accepted again; null without a wait. */
export const createWait = (snapshot: Snapshot) =>
  snapshot.matches({ team: { open: { editing: 'createWait' } } })
    ? snapshot.context.waitUntil
    : null

/** The server time, in milliseconds, from which a password is accepted again; null without a wait. */
export const selectWait = (snapshot: Snapshot) =>
  snapshot.matches({ scoreGroup: { open: { choosing: 'wait' } } })
    ? snapshot.context.waitUntil
    : null

export const isPasswordWrong = (snapshot: Snapshot) =>
  snapshot.matches({ scoreGroup: { open: { choosing: 'wrongPassword' } } })
/** True until the first list has come. */
export const areGroupsLoading = (snapshot: Snapshot) =>
  snapshot.matches({ scoreGroup: { open: 'loading' } })
export const haveGroupsFailed = (snapshot: Snapshot) =>
  snapshot.matches({ scoreGroup: { open: 'loadingFailed' } })
