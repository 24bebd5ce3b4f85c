import type { SnapshotFrom } from 'xstate'
import type { submissionMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof submissionMachine>

export type Verdict =
  | 'none'
  | 'accepted'
  | 'rejected'
  | 'resubmitted'
  | 'wait'
  | 'tooLate'
  | 'paused'
  | 'failed'

/** The result of the last submission. */
export function verdictOf({ value }: Snapshot): Verdict {
  return typeof value === 'object' && value.open !== 'idle' ? value.open : 'none'
}

export const draftOf = ({ context }: Snapshot) => context.draft
export const isSubmitting = (snapshot: Snapshot) => snapshot.hasTag('changing')
export const submissionFailure = ({ context }: Snapshot) => context.failure
/** Whether the event is paused: then it takes no flags. */
export const isPaused = ({ context }: Snapshot) => context.facts.isPaused
/** Server time, in milliseconds, from which on a flag is accepted again; null without a wait. */
export const flagWait = (snapshot: Snapshot) =>
  snapshot.matches({ open: 'wait' }) ? snapshot.context.waitUntil : null
