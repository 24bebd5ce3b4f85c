import { type ErrorCode, errorStatus } from '../src/api/contract.ts'

/** An expected answer with an error code of the contract, which the app shows. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  /** Seconds until the next attempt is allowed. If set, the answer is a 429. */
  readonly retryAfter: number | undefined
  readonly status: number

  /** @param options a status in place of the code's own */
  constructor(
    code: ErrorCode,
    message: string,
    { retryAfter, status }: { retryAfter?: number; status?: number } = {},
  ) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
    this.status = status ?? (retryAfter === undefined ? errorStatus[code] : 429)
  }
}
