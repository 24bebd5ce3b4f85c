import type { ChallengeRef, Instance } from '../../api/contract.ts'
import type { ChangeRules } from '../change.ts'
import { reports, wasProlonged } from './rules.ts'

export interface InstanceChange {
  readonly challenge: ChallengeRef
  /** What was known when the change was asked for. */
  readonly before: Instance | null | undefined
}

/** The data read after a change; null outside of play time. */
type Seen = Instance | null
export type StartRefusal = 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'
export type ProlongRefusal = 'CANNOT_PROLONG_CHALLENGE_INSTANCE'

/** An earlier attempt may have started it, and so reached the limit itself. */
export const startRules: ChangeRules<InstanceChange, undefined, StartRefusal, Seen> = {
  wasDone: seen => seen !== null && seen.state !== 'not-running',
}

/** An earlier attempt may have extended it, and a second extension is refused. */
export const prolongRules: ChangeRules<InstanceChange, undefined, ProlongRefusal, Seen> = {
  wasDone: (seen, { before }) => wasProlonged(before, seen),
}

/** A stop, or an aborted start. */
export const stopRules: ChangeRules<InstanceChange, undefined, never, Seen> = {
  wasDone: seen => reports(seen, 'stopping') || reports(seen, 'not-running'),
}
