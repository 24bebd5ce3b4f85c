import type { AccountStats, Team } from '../../api/contract.ts'
import { type ChangeRules, isRetriedRefusal } from '../change.ts'
import type { CreateRefusal, JoinRefusal, SelectRefusal } from './problems.ts'

export interface GroupChoice {
  readonly scoreGroup: string
  /** Null for a group that has none. */
  readonly password: string | null
}

/** Another tab may have made the change: our platform then answers VALIDATION_FAILED. */
const teamRules = {
  isDoubtful: (answer: { ok: boolean; retried: boolean; code?: string }) =>
    isRetriedRefusal(answer) || answer.code === 'VALIDATION_FAILED',
  wasDone: (team: Team | null) => team !== null,
}

export const joinRules: ChangeRules<{ joinToken: string }, undefined, JoinRefusal, Team | null> =
  teamRules
export const createRules: ChangeRules<{ name: string }, undefined, CreateRefusal, Team | null> =
  teamRules
export const selectRules: ChangeRules<GroupChoice, undefined, SelectRefusal, AccountStats> = {
  // A group is chosen already. The account, read again, shows which.
  isDoubtful: answer =>
    isRetriedRefusal(answer) && !answer.ok && answer.code !== 'SCORE_GROUP_ALREADY_SELECTED',
  wasDone: stats => stats.accountHasScoreGroup,
}
