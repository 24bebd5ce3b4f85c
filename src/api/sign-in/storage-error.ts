import type { FailureCode } from '../../domain/answer.ts'

/** The browser stores nothing for this site. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: FailureCode = 'NO_STORAGE'

  constructor() {
    super('The storage of this tab is full, or the browser forbids it.')
  }
}
