import { type ErrorCode, errorStatus } from '../src/api/contract.ts'

/** An expected answer with an error code of the contract, which the app shows. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  /** Seconds until the next attempt is allowed. If set, the answer is a 429. */
  readonly retryAfter: number | undefined
  readonly status: number

  /** @param more seconds to wait, or a status in place of the code's own */
  constructor(code: ErrorCode, message: string, more?: number | { status: number }) {
    super(message)
    this.code = code
    this.retryAfter = typeof more === 'number' ? more : undefined
    const own = typeof more === 'number' ? 429 : errorStatus[code]
    this.status = typeof more === 'object' ? more.status : own
  }
}
