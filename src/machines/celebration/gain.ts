import type { AccountStats, ChallengeDetail, ChallengeScore } from '../../api/contract.ts'

/** What the server says of account and challenge. Undefined: not known. */
export interface ServerState {
  readonly stats: AccountStats | undefined
  readonly score: ChallengeScore | undefined
  readonly detail: ChallengeDetail | undefined
}

/** What an accepted flag brought. */
export interface Gain {
  /** The points of the flag; null if they are not known. */
  readonly points: number | null
  readonly solvedFlags: number
  readonly totalFlags: number
  readonly isCompleted: boolean
  /** The account was the first one of its group to solve all flags. */
  readonly isFirstBlood: boolean
  /** Null: the rank has not improved. `before` is null if there was no rank. */
  readonly rank: { readonly before: number | null; readonly now: number } | null
}

/** Backends with the extension `challenges` say who was first. The others have nothing to wait for. */
const tellsFirstBlood = (detail: ChallengeDetail | undefined) => detail?.solves !== undefined

/** Whether everything that the flag changed has been read since. */
export function isAllKnown(before: ServerState, { stats, score, detail }: ServerState): boolean {
  if (!hasNewScore(before, score) || !score) return false
  const flags = before.stats?.score.numSolvedFlags ?? 0
  if (!stats || stats.score.numSolvedFlags <= flags) return false
  return !score.isCompleted || !tellsFirstBlood(before.detail) || detail !== undefined
}

export const hasNewScore = (before: ServerState, score: ChallengeScore | undefined) =>
  score !== undefined && score.solvedFlags > (before.score?.solvedFlags ?? 0)

/** @param now with a new score */
export function gainBetween(before: ServerState, now: ServerState): Gain | null {
  const { score, stats, detail } = now
  if (!score) return null
  const { solvedFlags, totalFlags, isCompleted } = score
  return {
    points: before.score ? score.points - before.score.points : null,
    solvedFlags,
    totalFlags,
    isCompleted,
    isFirstBlood:
      isCompleted && stats !== undefined && detail?.firstBlood?.accountId === stats.accountId,
    rank: betterRank(before.stats, stats),
  }
}

function betterRank(before: AccountStats | undefined, stats: AccountStats | undefined) {
  const now = stats?.score.rank ?? null
  if (!before || now === null) return null
  const { rank } = before.score
  return rank === null || now < rank ? { before: rank, now } : null
}
