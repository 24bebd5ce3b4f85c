import type { RefusalCode } from '../../domain/answer.ts'
import type { Outcome } from '../change.ts'

/** The refusals that each form branches on. */
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

/** These have their own states; the others are problems. */
const withOwnState = [
  'LIMITED',
  'SCORE_GROUP_ALREADY_SELECTED',
  'SCORE_GROUP_WRONG_PASSWORD',
] as const
/** `FAILED`: an unexpected error. */
type ShownProblem<C extends RefusalCode> = 'FAILED' | Exclude<C, (typeof withOwnState)[number]>

/** `EMPTY`: nothing was typed, so nothing was sent. */
export type JoinProblem = 'EMPTY' | ShownProblem<JoinRefusal>
export type CreateProblem = 'EMPTY' | ShownProblem<CreateRefusal>
export type SelectProblem = ShownProblem<SelectRefusal>

/** The forms of home. */
export type Form = 'join' | 'create' | 'select'

/** Why the last submission of a form had no success. */
export type Problem =
  | { readonly form: 'join'; readonly code: JoinProblem }
  | { readonly form: 'create'; readonly code: CreateProblem }
  | { readonly form: 'select'; readonly code: SelectProblem }

/** The problem after a change that failed, or that was refused and has no own state. */
export const saidOf = <C extends RefusalCode>(outcome: Outcome<undefined, C>): ShownProblem<C> =>
  outcome.is !== 'refused' || withOwnState.some(code => code === outcome.code)
    ? 'FAILED'
    : (outcome.code as ShownProblem<C>)
