import type { AccountStats, ChallengeScore, ScoreboardEntry } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import { type Board, compareRanks } from './board.ts'
import { flagOf, type Solved, type SolvedFlag, type Solver } from './solver.ts'
import { pointsOf } from './value.ts'

/** The state of a challenge for an account. */
export function scoreOf(
  challenge: ChallengeDefinition,
  mine: Solved,
  tallies: Board['tallies'],
): ChallengeScore {
  const value = tallies.get(rowKey(challenge.rowName))?.value ?? 0
  const solved = challenge.flags.filter(({ id }) => flagOf(mine, id))
  const counting = solved.filter(({ id }) => flagOf(mine, id)?.counts)
  const shares = counting.map(flag => flag.share)
  return {
    isCompleted: solved.length === challenge.flags.length,
    points: pointsOf(value, shares, counting.length === challenge.flags.length),
    pointsTotal: value,
    solvedFlags: solved.length,
    totalFlags: challenge.flags.length,
  }
}

/** The challenges of which the account has solved a flag or more. */
export function statesOf(
  solver: Solver,
  challenges: readonly ChallengeDefinition[],
  tallies: Board['tallies'],
  username: (userId: string) => string | undefined,
): AccountStats['challenges'] {
  return challenges.flatMap(challenge => {
    const mine = solver.challenges.get(rowKey(challenge.rowName))
    if (!mine) return []
    const { categorySlug, slug, name } = challenge
    const { isCompleted, points, solvedFlags, totalFlags } = scoreOf(challenge, mine, tallies)
    if (solvedFlags === 0) return []
    const last = isCompleted ? lastOf(challenge, mine) : null
    const solvedBy = last && username(last.userId)
    return [
      {
        categorySlug,
        slug,
        name,
        solvedFlags,
        totalFlags,
        points,
        ...(last && { solvedAt: new Date(last.at).toISOString() }),
        ...(solvedBy && { solvedBy }),
      },
    ]
  })
}

function lastOf(challenge: ChallengeDefinition, mine: Solved): SolvedFlag | null {
  const flags = challenge.flags.flatMap(({ id }) => flagOf(mine, id) ?? [])
  return flags.toSorted((a, b) => b.at - a.at)[0] ?? null
}

type Standing = Pick<ScoreboardEntry, 'accountId' | 'points' | 'lastSolve'>

/** The rank of an account, as it is now, among the others of an older board. */
export function rankAmong({ entries, byId }: Board, own: Standing): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry && isAhead(entry, own)) low = middle + 1
    else high = middle
  }
  const older = byId.get(own.accountId)
  return low + 1 - (older && isAhead(older, own) ? 1 : 0)
}

const rankedOf = ({ points, lastSolve }: Standing) => ({
  points,
  last: lastSolve ? Date.parse(lastSolve) : 0,
})

const isAhead = (one: Standing, own: Standing) => compareRanks(rankedOf(one), rankedOf(own)) < 0
