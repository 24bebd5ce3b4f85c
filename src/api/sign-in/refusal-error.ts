import type { FailureCode } from '../../domain/answer.ts'

/** The provider's answer is a refusal in words for the user. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly code: FailureCode = 'SIGN_IN_REFUSED'
}
