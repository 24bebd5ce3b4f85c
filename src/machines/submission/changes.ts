import type { ChallengeRef, ChallengeScore, SolveResult } from '../../api/contract.ts'
import { type ChangeRules, isRetriedRefusal } from '../change.ts'

export interface FlagSubmission {
  readonly challenge: ChallengeRef
  readonly flag: string
  /** Solved flags before the submission; null: not known. */
  readonly solvedFlags: number | null
}

/** The other results of a flag (spec §4). */
export const REJECTED = 2
export const RESUBMITTED = 3

export const flagRules: ChangeRules<FlagSubmission, SolveResult, 'LIMITED', ChallengeScore> = {
  isDoubtful: answer =>
    isRetriedRefusal(answer) || (answer.ok && answer.retried && answer.data.status === RESUBMITTED),
  wasDone: (score, { solvedFlags }) => solvedFlags !== null && score.solvedFlags > solvedFlags,
}
