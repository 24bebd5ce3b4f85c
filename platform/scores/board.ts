import type { Scoreboard, ScoreboardEntry } from '../../src/api/contract.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import { challengeKey, isComplete, type Solver } from './solver.ts'
import { challengeValue, pointsOf } from './value.ts'

export interface Board {
  /** Immutable: every change makes a new board. */
  scoreboard: Scoreboard
  byId: ReadonlyMap<string, ScoreboardEntry>
  /** What each challenge is worth in this group now, by `challengeKey`. */
  values: ReadonlyMap<string, number>
}

/**
 * Ranks the accounts of one score group: more points first. With equal points, the account whose last
 * flag came earlier is first. Accounts that are equal in both share a rank (1, 2, 2, 4).
 */
export function computeBoard(
  solvers: readonly Solver[],
  challenges: readonly ChallengeDefinition[],
): Board {
  const values = new Map<string, number>()
  for (const challenge of challenges) {
    let count = 0
    if (challenge.value.kind === 'dynamic')
      for (const solver of solvers) if (isComplete(solver, challenge, true)) count++
    values.set(challengeKey(challenge), challengeValue(challenge.value, count))
  }

  const byKey = new Map(challenges.map(challenge => [challengeKey(challenge), challenge]))
  const results = solvers.map(solver => ({ solver, ...resultOf(solver, byKey, values) }))
  results.sort(
    (a, b) =>
      b.points - a.points ||
      a.last - b.last ||
      a.solver.displayName.localeCompare(b.solver.displayName, 'en') ||
      (a.solver.id < b.solver.id ? -1 : 1),
  )

  const entries: ScoreboardEntry[] = []
  let rank = 0
  for (const [index, { solver, points, flags, last }] of results.entries()) {
    const before = results[index - 1]
    if (!before || before.points !== points || before.last !== last) rank = index + 1
    entries.push({ accountId: solver.id, displayName: solver.displayName, flags, points, rank })
  }
  return { scoreboard: { entries }, byId: new Map(entries.map(e => [e.accountId, e])), values }
}

/** @param values see `Board` */
export function resultOf(
  solver: Solver,
  challenges: ReadonlyMap<string, ChallengeDefinition>,
  values: ReadonlyMap<string, number>,
) {
  let points = 0
  let flags = 0
  let last = 0
  for (const [key, solved] of solver.challenges) {
    const challenge = challenges.get(key)
    if (!challenge) continue
    const counting = challenge.flags.filter(({ id }) => solved.get(id)?.counts)
    const shares = counting.map(({ share }) => share)
    const value = values.get(key) ?? 0
    points += pointsOf(value, shares, counting.length === challenge.flags.length)
    flags += counting.length
    for (const { id } of counting) last = Math.max(last, solved.get(id)?.at.getTime() ?? 0)
  }
  return { points, flags, last }
}
