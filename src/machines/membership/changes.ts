import type { Team } from '../../api/contract.ts'
import type { ChangeRules } from '../change.ts'
import type { Membership } from './events.ts'

/** The refusals that the change expects. */
export const leaveRefusals = ['NOT_FOUND', 'USER_NOT_TEAM_MEMBER', 'TIME_RESTRICTED'] as const
export type LeaveRefusal = (typeof leaveRefusals)[number]

export const leaveRules: ChangeRules<Membership, undefined, LeaveRefusal, Team | null> = {
  wasDone: (team, { teamId }) => team?.id !== teamId,
}
