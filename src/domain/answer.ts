import { type ErrorCode, errorStatus } from '../api/contract.ts'

/** `LIMITED` is the client's name for HTTP 429: there were too many attempts. */
export type RefusalCode = ErrorCode | 'LIMITED'

/** A refusal that the call lists. Its machine branches on it. */
export interface Refusal<C extends RefusalCode = RefusalCode> {
  readonly ok: false
  readonly code: C
  /** The request was sent more than once. An earlier attempt may have made the change. */
  readonly retried: boolean
  /** Milliseconds to wait before the next attempt; only with LIMITED. */
  readonly retryAfter: number | null
}

export interface Success<T> {
  readonly ok: true
  readonly data: T
  /** As in `Refusal`. */
  readonly retried: boolean
}

/** The result of a call. A call throws errors, and refusals that it does not list. */
export type Answer<T, C extends RefusalCode = never> = [C] extends [never]
  ? Success<T>
  : Success<T> | Refusal<C>

/** Why a sign-in failed. The sign-in screen has a text for each. */
const signInCodes = [
  /** The browser stores nothing for this site. */
  'NO_STORAGE',
  /** The page has no HTTPS, so the browser lacks the cryptography of a sign-in. */
  'INSECURE',
  /** The sign-in cannot be reached. */
  'UNREACHABLE',
  /** The identity provider refuses the sign-in. */
  'SIGN_IN_REFUSED',
  /** The backend did not accept the sign-in. */
  'SIGN_IN_LOST',
] as const

export type SignInCode = (typeof signInCodes)[number]

/** Codes that only the app uses. */
const ownCodes = [
  ...signInCodes,
  /** Too many attempts. */
  'LIMITED',
  /** The answer does not fit the contract. */
  'UNREADABLE',
] as const

/** Why something failed; UNKNOWN if the app does not know. */
export type FailureCode = RefusalCode | (typeof ownCodes)[number]

/** An error, or a refusal that the call does not list, as machines keep it and views show it. */
export interface Failure {
  readonly code: FailureCode
  readonly message: string
}

/** Reads what an actor threw. Never throws. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code
  return { code: isFailureCode(code) ? code : 'UNKNOWN', message }
}

const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' &&
  (Object.hasOwn(errorStatus, code) || ownCodes.some(own => own === code))
