import type { AccountStats, Team } from '../../api/contract.ts'
import { type ChangeRules, isRetriedRefusal } from '../change.ts'

/** The refusals that each form expects. */
export const joinRefusals = [
  'NOT_FOUND',
  'TEAM_JOIN_TOKEN_INVALID',
  'TEAM_FULL',
  'TIME_RESTRICTED',
  'VALIDATION_FAILED',
  'LIMITED',
] as const
export type JoinRefusal = (typeof joinRefusals)[number]

export const createRefusals = [
  'NOT_FOUND',
  'TEAM_NAME_TAKEN',
  'TIME_RESTRICTED',
  'VALIDATION_FAILED',
  'LIMITED',
] as const
export type CreateRefusal = (typeof createRefusals)[number]

export const selectRefusals = [
  'NO_ACCOUNT',
  'NOT_FOUND',
  'SCORE_GROUP_ALREADY_SELECTED',
  'SCORE_GROUP_WRONG_PASSWORD',
  'TIME_RESTRICTED',
  'LIMITED',
] as const
export type SelectRefusal = (typeof selectRefusals)[number]

export interface GroupChoice {
  readonly scoreGroup: string
  /** Null for a group without a password. */
  readonly password: string | null
}

/** If another tab has made the change, our platform answers VALIDATION_FAILED. */
const newTeamRules = {
  isDoubtful: (answer: { ok: boolean; retried: boolean; code?: string }) =>
    isRetriedRefusal(answer) || answer.code === 'VALIDATION_FAILED',
  wasDone: (team: Team | null) => team !== null,
}

export const joinRules: ChangeRules<{ joinToken: string }, undefined, JoinRefusal, Team | null> =
  newTeamRules
export const createRules: ChangeRules<{ name: string }, undefined, CreateRefusal, Team | null> =
  newTeamRules
export const selectRules: ChangeRules<GroupChoice, undefined, SelectRefusal, AccountStats> = {
  // The refusal SCORE_GROUP_ALREADY_SELECTED leaves nothing open. The stats say which group it is.
  isDoubtful: answer =>
    isRetriedRefusal(answer) && !answer.ok && answer.code !== 'SCORE_GROUP_ALREADY_SELECTED',
  wasDone: stats => stats.accountHasScoreGroup,
}
