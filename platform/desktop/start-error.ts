import type { FlugzeugErrorCause } from '../../src/api/contract.ts'

/** A desktop that does not start, with the reason that its user sees. Any other error means `start`. */
export class DesktopStartError extends Error {
  override readonly name = 'DesktopStartError'
  readonly code: FlugzeugErrorCause
  constructor(code: FlugzeugErrorCause, message: string) {
    super(message)
    this.code = code
  }
}

export const startCauseOf = (error: unknown): FlugzeugErrorCause =>
  error instanceof DesktopStartError ? error.code : 'start'
