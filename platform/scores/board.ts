import type { ScoreboardEntry } from '../../src/api/contract.ts'
import { challengeKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import { awardedPoints, completedAt, flagOf, hintCosts, type Solver } from './solver.ts'
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

/** Every change makes a new board. */
export interface Board {
  readonly entries: ScoreboardEntry[]
  /** Of the newest board that was made of these accounts. */
  byId: ReadonlyMap<string, ScoreboardEntry>
  /** By `challengeKey`. */
  tallies: ReadonlyMap<string, Tally>
  /** The board leaves out what was solved at this time or later. If it is infinite, nothing is left out. */
  until: number
  /** See `Standings`. */
  version: number
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
  results.sort(compareResults)

  const entries: ScoreboardEntry[] = []
  let rank = 0
  for (const [index, { solver, points, flags, last }] of results.entries()) {
    const before = results[index - 1]
    if (!before || before.points !== points || before.last !== last) rank = index + 1
    entries.push(entryOf({ solver, points, flags, last }, rank))
  }
  return { entries, byId: new Map(entries.map(e => [e.accountId, e])), tallies, until, version: 0 }
}

export interface Result {
  solver: Solver
  points: number
  flags: number
  /** When it solved its last flag, in milliseconds since the epoch; 0: none. */
  last: number
}

const byName = new Intl.Collator('en')

/** The order of a board. */
export const compareResults = (a: Result, b: Result): number =>
  b.points - a.points ||
  a.last - b.last ||
  byName.compare(a.solver.displayName, b.solver.displayName) ||
  (a.solver.id < b.solver.id ? -1 : 1)

export function entryOf(
  { solver, points, flags, last }: Result,
  rank: number | null,
): ScoreboardEntry {
  const { id: accountId, displayName } = solver
  const lastSolve = last > 0 ? new Date(last).toISOString() : null
  return { accountId, displayName, flags, points, rank, lastSolve }
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

/** The order of those who completed a challenge: earliest first. */
export const isBefore = (one: Moment, other: Moment) =>
  one.at < other.at || (one.at === other.at && one.accountId < other.accountId)

/** Points, flags and the time of the last flag (0: none), of what came before `until`. */
export function resultOf(
  solver: Solver,
  challenges: ReadonlyMap<string, ChallengeDefinition>,
  tallies: Board['tallies'],
  until = Number.POSITIVE_INFINITY,
) {
  let points = awardedPoints(solver, until) - hintCosts(solver, until)
  let flags = 0
  let last = 0
  for (const [key, solved] of solver.challenges) {
    const challenge = challenges.get(key)
    if (!challenge) continue
    const shares: number[] = []
    for (const { id, share } of challenge.flags) {
      const flag = flagOf(solved, id)
      if (!flag?.counts || flag.at >= until) continue
      shares.push(share)
      last = Math.max(last, flag.at)
    }
    const value = tallies.get(key)?.value ?? 0
    points += pointsOf(value, shares, shares.length === challenge.flags.length)
    flags += shares.length
  }
  return { points, flags, last }
}
