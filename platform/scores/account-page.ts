import type { AccountDetail, ScoreboardEntry } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { Board } from './board.ts'
import { completedAt, flagOf, type Solver } from './solver.ts'
import { pointsOf } from './value.ts'

/** An account as a board has it, without its members. */
export function accountPageOf(
  solver: Solver,
  { accountId, displayName, rank, points }: ScoreboardEntry,
  challenges: readonly ChallengeDefinition[],
  { tallies, until }: Board,
): Omit<AccountDetail, 'members'> {
  const solves = challenges.flatMap(challenge => {
    const { categorySlug, slug: challengeSlug, name } = challenge
    const key = rowKey(challenge.rowName)
    const at = completedAt(solver.challenges.get(key), challenge, until)
    if (at === null) return []
    const time = new Date(at).toISOString()
    return [{ categorySlug, challengeSlug, name, time, points: tallies.get(key)?.value ?? 0 }]
  })
  solves.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)))
  return { accountId, displayName, rank, points, solves }
}

export interface MemberResult {
  points: number
  /** How many flags the member submitted. */
  solves: number
}

/** The flags of an account that each member submitted, by the user's id. Hints belong to nobody. */
export function resultsByMember(
  solver: Solver,
  challenges: readonly ChallengeDefinition[],
  { tallies }: Board,
): Map<string, MemberResult> {
  const results = new Map<string, MemberResult>()
  for (const challenge of challenges) {
    const shares = new Map<string, number[]>()
    const solved = solver.challenges.get(rowKey(challenge.rowName))
    for (const { id, share } of challenge.flags) {
      const flag = flagOf(solved, id)
      if (flag?.counts) shares.set(flag.userId, [...(shares.get(flag.userId) ?? []), share])
    }
    const value = tallies.get(rowKey(challenge.rowName))?.value ?? 0
    for (const [userId, own] of shares) {
      const { points = 0, solves = 0 } = results.get(userId) ?? {}
      const more = pointsOf(value, own, own.length === challenge.flags.length)
      results.set(userId, { points: points + more, solves: solves + own.length })
    }
  }
  return results
}
