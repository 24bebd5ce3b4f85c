import { type ErrorCode, errorStatus } from '../api/contract.ts'

/** `LIMITED` is the client's name for HTTP 429: too many attempts, to be tried again later. */
export type RefusalCode = ErrorCode | 'LIMITED'

/** A refusal that the caller expects, and its machine branches on. */
export interface Refusal<C extends RefusalCode = RefusalCode> {
  readonly ok: false
  readonly code: C
  /** The request was sent more than once, so an earlier attempt may have made the change. */
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

/** The result of a call. It throws anything else. */
export type Answer<T, C extends RefusalCode = never> = [C] extends [never]
  ? Success<T>
  : Success<T> | Refusal<C>

/**
 * Codes of the app's own errors: an answer that does not fit the contract, a browser that stores
 * nothing, a sign-in that cannot be reached, an identity provider that says to the user why it refuses.
 */
const ownCodes = ['LIMITED', 'UNREADABLE', 'NO_STORAGE', 'UNREACHABLE', 'SIGN_IN_REFUSED'] as const

/** Why something failed; UNKNOWN if the app does not know. */
export type FailureCode = RefusalCode | (typeof ownCodes)[number]

/** An error that nobody expected, in a form that can be kept in context and shown. */
export interface Failure {
  readonly code: FailureCode
  readonly message: string
}

/** Reads what an actor threw. Never throws itself. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code
  return { code: isFailureCode(code) ? code : 'UNKNOWN', message }
}

const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' &&
  (Object.hasOwn(errorStatus, code) || ownCodes.some(own => own === code))
