import type { ScoreboardEntry } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
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
  /** The entries of the newest board of these accounts. */
  byId: ReadonlyMap<string, ScoreboardEntry>
  /** By `rowKey`. */
  tallies: ReadonlyMap<string, Tally>
  /** The board leaves out what was solved at this time or later. If it is infinite, nothing is left out. */
  until: number
  /** See `Standings`. */
  version: number
}

/**
 * Ranks the accounts of one score group by `compareRanks`. Equal ones share a rank (1, 2, 2, 4).
 *
 * @param until milliseconds since the epoch: the board as it was then
 */
export function computeBoard(
  solvers: readonly Solver[],
  challenges: readonly ChallengeDefinition[],
  until = Number.POSITIVE_INFINITY,
): Board {
  const parts = boardInParts(solvers, challenges, until)
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
  }
}

/** With so many, a part takes a few milliseconds. */
const accountsPerPart = 2000

/** The same, in parts between which others get their turn. A board of 100,000 accounts takes 0.3 s. */
export function* boardInParts(
  solvers: readonly Solver[],
  challenges: readonly ChallengeDefinition[],
  until: number,
): Generator<undefined, Board> {
  const byKey = new Map(challenges.map(challenge => [rowKey(challenge.rowName), challenge]))
  const tallies = emptyTallies(byKey)
  for (let from = 0; from < solvers.length; from += accountsPerPart) {
    countInto(tallies, solvers.slice(from, from + accountsPerPart), byKey, until)
    yield
  }
  for (const [key, tally] of tallies)
    tally.value = challengeValue((byKey.get(key) as ChallengeDefinition).value, tally.solves)
  let ordered: Result[][] = []
  for (let from = 0; from < solvers.length; from += accountsPerPart) {
    const part = solvers.slice(from, from + accountsPerPart)
    const results = part.map(solver => ({ solver, ...resultOf(solver, byKey, tallies, until) }))
    ordered.push(results.sort(compareResults))
    yield
  }
  while (ordered.length > 1) {
    const longer: Result[][] = []
    for (let at = 0; at < ordered.length; at += 2) {
      longer.push(merge(ordered[at] ?? [], ordered[at + 1] ?? []))
      yield
    }
    ordered = longer
  }
  const results = ordered[0] ?? []

  const entries: ScoreboardEntry[] = []
  let rank = 0
  for (const [index, { solver, points, flags, last }] of results.entries()) {
    const before = results[index - 1]
    if (!before || compareRanks(before, { points, last }) !== 0) rank = index + 1
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

type Ranked = Pick<Result, 'points' | 'last'>

/** More points first, then the earlier last flag. Those without a flag are last. 0: they share a rank. */
export const compareRanks = (a: Ranked, b: Ranked): number =>
  b.points - a.points || (a.last && b.last ? a.last - b.last : b.last - a.last)

/** The order of a board: that of the ranks, and of names within a rank. */
export const compareResults = (a: Result, b: Result): number =>
  compareRanks(a, b) ||
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

/** Two lists that are in the order of a board, as one. */
function merge(one: readonly Result[], other: readonly Result[]): Result[] {
  const all: Result[] = []
  let at = 0
  for (const result of one) {
    for (let next = other[at]; next && compareResults(next, result) < 0; next = other[at]) {
      all.push(next)
      at++
    }
    all.push(result)
  }
  for (; at < other.length; at++) all.push(other[at] as Result)
  return all
}

const emptyTallies = (challenges: ReadonlyMap<string, ChallengeDefinition>) =>
  new Map(
    [...challenges.keys()].map((key): [string, Tally] => [
      key,
      { value: 0, solves: 0, first: null },
    ]),
  )

/** Goes through the solves, and not through every challenge of every account. */
function countInto(
  tallies: ReadonlyMap<string, Tally>,
  solvers: readonly Solver[],
  challenges: ReadonlyMap<string, ChallengeDefinition>,
  until: number,
) {
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
}

type Moment = Pick<Completion, 'at' | 'accountId'>

/** The order of those who completed a challenge: earliest first. */
export const isBefore = (one: Moment, other: Moment) =>
  one.at < other.at || (one.at === other.at && one.accountId < other.accountId)

/** Points, flags and the time of the last flag (0: none), from what happened before `until`. */
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
