import type { ChallengeRef, ChallengeScore, SolveResult } from '../../api/contract.ts'
import { type ChangeRules, isRetriedRefusal } from '../change.ts'

/** The refusals that a submission expects. */
export const flagRefusals = ['LIMITED', 'TIME_RESTRICTED'] as const
export type FlagRefusal = (typeof flagRefusals)[number]

export interface FlagSubmission {
  readonly challenge: ChallengeRef
  readonly flag: string
  /** The number of solved flags before the submission; null if it is not known. */
  readonly solvedFlags: number | null
}

/** The status of a flag that brings no points (spec §4); 1 is accepted. */
export const REJECTED = 2
export const RESUBMITTED = 3

export const flagRules: ChangeRules<FlagSubmission, SolveResult, FlagRefusal, ChallengeScore> = {
  isDoubtful: answer =>
    isRetriedRefusal(answer) || (answer.ok && answer.retried && answer.data.status === RESUBMITTED),
  wasDone: (score, { solvedFlags }) => solvedFlags !== null && score.solvedFlags > solvedFlags,
}
