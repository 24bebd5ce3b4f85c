import type { Answer, RefusalCode } from '../answer.ts'

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

/** These have states of their own; the others are told as a problem. */
const withOwnState = [
  'LIMITED',
  'SCORE_GROUP_ALREADY_SELECTED',
  'SCORE_GROUP_WRONG_PASSWORD',
] as const
/** `FAILED`: what nobody expected. */
type Told<C extends RefusalCode> = 'FAILED' | Exclude<C, (typeof withOwnState)[number]>

/** `EMPTY`: nothing was typed, so nothing was sent. */
export type JoinProblem = 'EMPTY' | Told<JoinRefusal>
export type CreateProblem = 'EMPTY' | Told<CreateRefusal>
export type SelectProblem = Told<SelectRefusal>

/** A form of home, by what it asks for. */
export type Form = 'join' | 'create' | 'select'

/** Why the last submission of a form did not do what it was asked for. */
export type Problem =
  | { readonly form: 'join'; readonly code: JoinProblem }
  | { readonly form: 'create'; readonly code: CreateProblem }
  | { readonly form: 'select'; readonly code: SelectProblem }

type ChangeAnswer<C extends RefusalCode> = Answer<undefined, C>

export const isRefusedAs = <C extends RefusalCode>(answer: ChangeAnswer<C>, code: C) =>
  !answer.ok && answer.code === code

/**
 * Refused, and yet the user may be in a team: an earlier sending did it, or another tab (which our
 * platform answers with VALIDATION_FAILED).
 */
export const isDoubtful = (answer: ChangeAnswer<RefusalCode>) =>
  !answer.ok && (answer.retried || answer.code === 'VALIDATION_FAILED')

/** Whole seconds to wait; one where the server does not say. */
export const secondsToWait = (answer: ChangeAnswer<RefusalCode>) =>
  Math.max(1, Math.ceil((answer.ok ? 0 : (answer.retryAfter ?? 0)) / 1000))

/** What a form tells of its answer, which was a refusal without a state of its own. */
export const toldCode = <C extends RefusalCode>(answer: ChangeAnswer<C>): Told<C> =>
  answer.ok || withOwnState.some(code => code === answer.code) ? 'FAILED' : (answer.code as Told<C>)
