import { type ErrorCode, errorStatus } from '../src/api/contract.ts'

/** A call that is answered with an error code of the contract: expected, and told to the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  /** Seconds after which another attempt makes sense; set: the answer is a 429. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }

  get status(): number {
    return this.retryAfter === undefined ? errorStatus[this.code] : 429
  }
}
