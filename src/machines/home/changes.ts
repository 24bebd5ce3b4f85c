import type { AccountStats, Team } from '../../api/contract.ts'
import { type ChangeRules, isRetriedRefusal } from '../change.ts'
import type { CreateRefusal, JoinRefusal, SelectRefusal } from './problems.ts'

export interface GroupChoice {
  readonly scoreGroup: string
  /** Null for a group that has none. */
  readonly password: string | null
}

/** Another tab may have done it: our platform answers that with VALIDATION_FAILED. */
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
  // That one is chosen already is certain: the refetched account tells.
  isDoubtful: answer =>
    isRetriedRefusal(answer) && !answer.ok && answer.code !== 'SCORE_GROUP_ALREADY_SELECTED',
  wasDone: stats => stats.accountHasScoreGroup,
}
