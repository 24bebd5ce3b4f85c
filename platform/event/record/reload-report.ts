import type { Problem } from '../model.ts'

export interface Reloaded {
  /** What participants get differently from now on, a line each. */
  changes: string[]
  problems: Problem[]
}

/** What a reload did, for the organiser. */
export interface ReloadReport {
  /** Why the event stays as it was, a line for each mistake; empty: it was replaced. */
  errors: string[]
  /** What differs now, a line each. */
  changes: string[]
  /** What stays as it was, because the change would have lost something. */
  kept: string[]
  leftOut: string[]
  warnings: string[]
  /** What the other replicas did, a line each. */
  replicas: string[]
}
