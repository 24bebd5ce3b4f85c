import type { FailureCode } from '../../domain/answer.ts'

/** Neither the sign-in's own code nor the identity provider could be reached. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly code: FailureCode = 'UNREACHABLE'

  /** What `import` and `fetch` throw without a connection is a TypeError in every browser. */
  static from(error: unknown): unknown {
    const { name, message } = error as Error
    const isOne = name === 'TypeError' || name === 'ErrorTimeout'
    return isOne ? new UnreachableError(message, { cause: error }) : error
  }
}
