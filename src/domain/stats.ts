import type { AccountStats } from '../api/contract.ts'
import type { Answer } from './answer.ts'

/** The stats of a user without an account: zero points, no score group, nothing runs (spec §4). */
const emptyStats: AccountStats = {
  accountId: '',
  accountDisplayName: '',
  accountHasScoreGroup: false,
  scoreGroup: null,
  score: { rank: null, points: 0, numSolvedFlags: 0 },
  runningChallenges: { maximum: null, running: [] },
  completedChallenges: [],
}

export const statsFrom = (answer: Answer<AccountStats, 'NO_ACCOUNT'>): AccountStats =>
  answer.ok ? answer.data : emptyStats

/** Whether anything has changed the score yet. Points may also be taken. */
export const hasScored = ({ points, numSolvedFlags }: AccountStats['score']): boolean =>
  points !== 0 || numSolvedFlags > 0
