import type { FailureCode } from '../../domain/answer.ts'
import type { CallName } from '../contract.ts'

/** The caller did not expect the result of a call. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly call: CallName
  /** A code of the contract; LIMITED for HTTP 429; UNREADABLE for an answer that does not fit its schema. */
  readonly code: FailureCode

  constructor(call: CallName, code: FailureCode, message: string) {
    super(`${call}: ${message}`)
    this.call = call
    this.code = code
  }
}
