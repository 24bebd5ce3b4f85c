import type { RefusalCode } from '../../domain/answer.ts'
import type { Outcome } from '../change.ts'
import type { CreateRefusal, JoinRefusal, SelectRefusal } from './changes.ts'

/** These refusals have their own states. The others are problems. */
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
export type SelectProblem = 'EMPTY' | ShownProblem<SelectRefusal>

/** The forms of home. */
export type Form = 'join' | 'create' | 'select'

/** Why the last submission of a form failed. */
export type Problem =
  | { readonly form: 'join'; readonly code: JoinProblem }
  | { readonly form: 'create'; readonly code: CreateProblem }
  | { readonly form: 'select'; readonly code: SelectProblem }

/** The problem after a change that failed, or whose refusal has no state of its own. */
export const problemIn = <C extends RefusalCode>(
  outcome: Outcome<undefined, C>,
): ShownProblem<C> =>
  outcome.is !== 'refused' || withOwnState.some(code => code === outcome.code)
    ? 'FAILED'
    : (outcome.code as ShownProblem<C>)
