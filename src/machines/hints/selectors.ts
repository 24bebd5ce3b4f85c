import type { SnapshotFrom } from 'xstate'
import type { hintsMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof hintsMachine>

/** The hint for which the question is open; null while none is. */
export const askedHint = (snapshot: Snapshot) =>
  snapshot.hasTag('asking') ? snapshot.context.hintId : null
/** The user has confirmed it, and its text has not come yet. */
export const isTakingHint = (snapshot: Snapshot) => snapshot.hasTag('taking')
/** The event has ended: no hint can be taken any more. */
export const isHintTooLate = (snapshot: Snapshot) => snapshot.matches({ asking: 'tooLate' })
/** The event is paused: the hint can be taken when it continues. */
export const isHintPaused = (snapshot: Snapshot) => snapshot.matches({ asking: 'paused' })
export const hintFailure = ({ context }: Snapshot) => context.failure
/** The hint that the user wanted last. */
export const lastHint = ({ context }: Snapshot) => context.hintId
