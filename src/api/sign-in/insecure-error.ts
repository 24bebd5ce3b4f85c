import type { FailureCode } from '../../domain/answer.ts'

/** Browsers have the cryptography of a sign-in on HTTPS, `localhost` and `127.0.0.1` only. */
export class InsecureError extends Error {
  override readonly name = 'InsecureError'
  readonly code: FailureCode = 'INSECURE'

  constructor() {
    super(`${location.origin} has no HTTPS, so the browser allows no sign-in.`)
  }
}
