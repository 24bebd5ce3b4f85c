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

/** `EMPTY`: nothing was typed, so nothing was sent. `FAILED`: what nobody expected. */
export type JoinProblem = 'EMPTY' | 'FAILED' | Exclude<JoinRefusal, 'LIMITED'>
export type CreateProblem = 'EMPTY' | 'FAILED' | Exclude<CreateRefusal, 'LIMITED'>
export type SelectProblem =
  | 'FAILED'
  | Exclude<
      SelectRefusal,
      'LIMITED' | 'SCORE_GROUP_ALREADY_SELECTED' | 'SCORE_GROUP_WRONG_PASSWORD'
    >

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

export const joinProblem = (answer: ChangeAnswer<JoinRefusal>): Problem => ({
  form: 'join',
  code: answer.ok || answer.code === 'LIMITED' ? 'FAILED' : answer.code,
})

export const createProblem = (answer: ChangeAnswer<CreateRefusal>): Problem => ({
  form: 'create',
  code: answer.ok || answer.code === 'LIMITED' ? 'FAILED' : answer.code,
})

export const selectProblem = (answer: ChangeAnswer<SelectRefusal>): Problem => ({
  form: 'select',
  code: answer.ok || !isShown(answer.code) ? 'FAILED' : answer.code,
})

/** The other refusals have states of their own. */
const isShown = (code: SelectRefusal): code is Exclude<SelectProblem, 'FAILED'> =>
  code === 'NO_ACCOUNT' || code === 'NOT_FOUND' || code === 'TIME_RESTRICTED'
