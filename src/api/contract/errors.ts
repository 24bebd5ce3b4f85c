import * as v from 'valibot'

/** Every error code and the HTTP status that carries it; UNKNOWN comes as 429 too, with Retry-After. */
export const errorStatus = {
  UNKNOWN: 500,
  NOT_FOUND: 404,
  NOT_AUTHORIZED: 401,
  VALIDATION_FAILED: 400,
  NO_SCORE_GROUP_SELECTED: 403,
  SCORE_GROUP_ALREADY_SELECTED: 409,
  SCORE_GROUP_WRONG_PASSWORD: 403,
  TIME_RESTRICTED: 403,
  REQUIREMENTS_NOT_MET: 403,
  MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED: 409,
  CANNOT_PROLONG_CHALLENGE_INSTANCE: 400,
  UNSUPPORTED_ORCHESTRATOR_OPERATION: 400,
  TEAM_JOIN_TOKEN_INVALID: 400,
  TEAM_FULL: 409,
  TEAM_NAME_TAKEN: 409,
  NO_TEAM: 404,
  USER_NOT_TEAM_MEMBER: 403,
  NO_ACCOUNT: 404,
  NO_FLUGZEUG: 404,
  FLUGZEUG_EXISTS: 409,
  CANNOT_PROLONG_FLUGZEUG: 400,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

export const ErrorBody = v.object({
  ok: v.literal(false),
  code: v.picklist(errorCodes),
  message: v.string(),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** The codes of every call, beside its own. */
export const commonCodes = ['NOT_AUTHORIZED', 'VALIDATION_FAILED', 'UNKNOWN'] as const

export const playCodes = ['NO_ACCOUNT', 'NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED'] as const

// This list and the next are written out. A spread would stay in the app's code, which needs neither.
export const challengeCodes = [
  'NO_ACCOUNT',
  'NO_SCORE_GROUP_SELECTED',
  'TIME_RESTRICTED',
  'NOT_FOUND',
] as const

/** The codes of calls that need the challenge to be unlocked. */
export const unlockedCodes = [
  'NO_ACCOUNT',
  'NO_SCORE_GROUP_SELECTED',
  'TIME_RESTRICTED',
  'NOT_FOUND',
  'REQUIREMENTS_NOT_MET',
] as const
