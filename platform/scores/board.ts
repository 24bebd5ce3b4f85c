import type { ScoreboardEntry } from '../../src/api/contract.ts'
import { challengeKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import { completedAt, hintCosts, type Solver } from './solver.ts'
import { challengeValue, pointsOf } from './value.ts'

/** Who solved all flags of a challenge, and when. */
export interface Completion {
  accountId: string
  displayName: string
  /** Milliseconds since the epoch. */
  at: number
}

/** What a challenge is worth in a group now, and who solved all its flags. */
export interface Tally {
  value: number
  solves: number
  first: Completion | null
}

/** Immutable: every change makes a new board. */
export interface Board {
  entries: ScoreboardEntry[]
  byId: ReadonlyMap<string, ScoreboardEntry>
  /** By `challengeKey`. */
  tallies: ReadonlyMap<string, Tally>
  /** The board leaves out what was solved at this time or later. If it is infinite, nothing is left out. */
  until: number
}

/**
 * Ranks the accounts of one score group: more points first. With equal points, the account whose last
 * flag came earlier is first. Accounts that are equal in both share a rank (1, 2, 2, 4).
 *
 * @param until milliseconds since the epoch: the board as it was then
 */
export function computeBoard(
  solvers: readonly Solver[],
  challenges: readonly ChallengeDefinition[],
  until = Number.POSITIVE_INFINITY,
): Board {
  const byKey = new Map(challenges.map(challenge => [challengeKey(challenge.rowName), challenge]))
  const tallies = computeTallies(solvers, byKey, until)
  const results = solvers.map(solver => ({ solver, ...resultOf(solver, byKey, tallies, until) }))
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
    const { id: accountId, displayName } = solver
    const lastSolve = last > 0 ? new Date(last).toISOString() : null
    entries.push({ accountId, displayName, flags, points, rank, lastSolve })
  }
  return { entries, byId: new Map(entries.map(e => [e.accountId, e])), tallies, until }
}

/** Goes through what was solved, and not through every challenge of every account. */
function computeTallies(
  solvers: readonly Solver[],
  challenges: ReadonlyMap<string, ChallengeDefinition>,
  until: number,
): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const key of challenges.keys()) tallies.set(key, { value: 0, solves: 0, first: null })
  for (const { id: accountId, displayName, challenges: solved } of solvers)
    for (const [key, flags] of solved) {
      const challenge = challenges.get(key)
      const tally = tallies.get(key)
      const at = challenge && completedAt(flags, challenge, until)
      if (!tally || at === null || at === undefined) continue
      tally.solves++
      if (tally.first === null || isBefore({ at, accountId }, tally.first))
        tally.first = { accountId, displayName, at }
    }
  for (const [key, { value }] of challenges) {
    const tally = tallies.get(key)
    if (tally) tally.value = challengeValue(value, tally.solves)
  }
  return tallies
}

type Moment = Pick<Completion, 'at' | 'accountId'>

const isBefore = (one: Moment, other: Moment) =>
  one.at < other.at || (one.at === other.at && one.accountId < other.accountId)

/** Earliest first. */
export function completionsOf(
  solvers: readonly Solver[],
  challenge: ChallengeDefinition,
  until: (solver: Solver) => number,
): Completion[] {
  const key = challengeKey(challenge.rowName)
  const found = solvers.flatMap(solver => {
    const at = completedAt(solver.challenges.get(key), challenge, until(solver))
    return at === null ? [] : [{ accountId: solver.id, displayName: solver.displayName, at }]
  })
  return found.sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Points, flags and the time of the last flag (0: none), of what was solved before `until`. */
export function resultOf(
  solver: Solver,
  challenges: ReadonlyMap<string, ChallengeDefinition>,
  tallies: Board['tallies'],
  until = Number.POSITIVE_INFINITY,
) {
  let points = 0 - hintCosts(solver, until)
  let flags = 0
  let last = 0
  for (const [key, solved] of solver.challenges) {
    const challenge = challenges.get(key)
    if (!challenge) continue
    const counting = challenge.flags.filter(({ id }) => {
      const flag = solved.get(id)
      return flag?.counts && flag.at.getTime() < until
    })
    const shares = counting.map(({ share }) => share)
    const value = tallies.get(key)?.value ?? 0
    points += pointsOf(value, shares, counting.length === challenge.flags.length)
    flags += counting.length
    for (const { id } of counting) last = Math.max(last, solved.get(id)?.at.getTime() ?? 0)
  }
  return { points, flags, last }
}
