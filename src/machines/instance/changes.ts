import type { ChallengeRef, Instance } from '../../api/contract.ts'
import type { ChangeRules } from '../change.ts'
import { reports, wasExtended } from './rules.ts'

/** The refusals that each change expects. */
export const startRefusals = ['MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'] as const
export type StartRefusal = (typeof startRefusals)[number]

export const extendRefusals = ['CANNOT_PROLONG_CHALLENGE_INSTANCE'] as const
export type ExtendRefusal = (typeof extendRefusals)[number]

export interface InstanceChange {
  readonly challenge: ChallengeRef
  /** The environment before the change, if it was known. */
  readonly before: Instance | null | undefined
}

/** The data read after a change; null outside of play time. */
type Seen = Instance | null

/** An earlier attempt may have started the environment, and so reached the limit itself. */
export const startRules: ChangeRules<InstanceChange, undefined, StartRefusal, Seen> = {
  wasDone: seen => seen !== null && seen.state !== 'not-running',
}

/** An earlier attempt may have extended the environment. A second extension is refused. */
export const extendRules: ChangeRules<InstanceChange, undefined, ExtendRefusal, Seen> = {
  wasDone: (seen, { before }) => wasExtended(before, seen),
}

/** These are the rules of a stop and of an aborted start. */
export const stopRules: ChangeRules<InstanceChange, undefined, never, Seen> = {
  wasDone: seen => reports(seen, 'stopping') || reports(seen, 'not-running'),
}
