import type { ScoreboardEntry } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import {
  type Board,
  type Completion,
  compareRanks,
  entryOf,
  isBefore,
  resultOf,
  type Tally,
} from './board.ts'
import { merged, type Row, sorted } from './row.ts'
import { completedAt, type Solver } from './solver.ts'
import type { SolverChanges } from './solvers.ts'
import { challengeValue } from './value.ts'

/**
 * The board of one score group, which is updated with each change. The cost of a change depends on how many accounts
 * it moves, and not on how many flags all of them have solved.
 */
export interface Standings extends SolverChanges {
  /** How many changes it has noticed. */
  readonly version: number
  /** The version of the last change of the account's own solves, hints or points. */
  changedAt(id: string): number
  /** The same object until something changes. */
  board(): Board
  /** Who completed a challenge, earliest first; the same object until that changes. */
  completions(key: string): readonly Completion[]
  /** The accounts with at least one flag of a challenge; the same object until that changes. */
  solversOf(key: string): readonly Solver[]
}

export interface StandingsOptions {
  solvers: readonly Solver[]
  challenges: readonly ChallengeDefinition[]
  /** Milliseconds since the epoch: leaves out what was solved or taken at this time or later. */
  until?: number
}

/** The accounts with flags of one challenge. */
interface ChallengeSolvers {
  key: string
  challenge: ChallengeDefinition
  /** Who completed it, earliest first. */
  done: Row[]
  /** The accounts that have a part of it, or flags that do not count. */
  partly: Set<Row>
  /** Made when somebody asks. */
  completions: readonly Completion[] | null
  solvers: readonly Solver[] | null
}

export function createStandings({
  solvers,
  challenges,
  until = Number.POSITIVE_INFINITY,
}: StandingsOptions): Standings {
  const byKey = new Map(challenges.map(one => [rowKey(one.rowName), one]))
  const byChallenge = new Map<string, ChallengeSolvers>()
  const rows = new Map<string, Row>()
  const byId = new Map<string, ScoreboardEntry>()
  /** Challenges whose number of solvers has changed. */
  const recounted = new Set(byKey.keys())
  /** Rows to compute again. */
  const stale = new Set<Row>()
  let order: Row[] = []
  let tallies = new Map<string, Tally>()
  let board: Board | null = null
  let version = 0

  const doneAt = ({ solver }: Row, { key, challenge }: ChallengeSolvers) =>
    completedAt(solver.challenges.get(key), challenge, until)
  const completionOf = (row: Row, of: ChallengeSolvers): Completion => ({
    accountId: row.solver.id,
    displayName: row.solver.displayName,
    at: doneAt(row, of) ?? 0,
  })
  /** Its index among those who completed the challenge, or where it belongs. */
  const indexOf = (row: Row, of: ChallengeSolvers) => {
    const own = completionOf(row, of)
    let [low, high] = [0, of.done.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(completionOf(of.done[middle] as Row, of), own)) low = middle + 1
      else high = middle
    }
    return low
  }
  const recount = (row: Row, key: string, hasIt: boolean) => {
    const of = byChallenge.get(key)
    if (!of) return
    recounted.add(key)
    of.completions = null
    of.solvers = null
    of.partly.delete(row)
    if (doneAt(row, of) === null) {
      if (hasIt) of.partly.add(row)
      return
    }
    const index = indexOf(row, of)
    const isThere = of.done[index] === row
    if (hasIt && !isThere) of.done.splice(index, 0, row)
    if (!hasIt && isThere) of.done.splice(index, 1)
  }
  const touch = (row: Row) => {
    row.changedAt = ++version
    stale.add(row)
  }
  const add = (solver: Solver): Row => {
    const result = { points: 0, flags: 0, last: 0 }
    const row: Row = {
      solver,
      ...result,
      movement: 'new',
      changedAt: version,
      entry: null,
      shown: 0,
    }
    rows.set(solver.id, row)
    stale.add(row)
    return row
  }

  const revalue = () => {
    const next = new Map(tallies)
    for (const key of recounted) {
      const of = byChallenge.get(key) as ChallengeSolvers
      const { challenge, done, partly } = of
      const value = challengeValue(challenge.value, done.length)
      const more = value - (tallies.get(key)?.value ?? 0)
      next.set(key, {
        value,
        solves: done.length,
        first: done[0] ? completionOf(done[0], of) : null,
      })
      if (more === 0) continue
      for (const row of partly) stale.add(row)
      for (const row of done) {
        if (stale.has(row)) continue
        // A sum of fractions depends on their order, so it is computed again as a whole.
        if (!Number.isInteger(more) || !Number.isInteger(row.points)) stale.add(row)
        row.points += more
        row.movement = 'moves'
      }
    }
    recounted.clear()
    tallies = next
  }
  const arrange = () => {
    const moving: Row[] = []
    for (const row of stale) {
      Object.assign(row, resultOf(row.solver, byKey, tallies, until))
      if (row.movement === 'new') moving.push(row)
      if (row.movement === 'stays') row.movement = 'moves'
    }
    stale.clear()
    const staying: Row[] = []
    for (const row of order)
      if (row.movement !== 'gone') (row.movement === 'moves' ? moving : staying).push(row)
    order = merged(staying, sorted(moving))
    for (const row of moving) row.movement = 'stays'
  }
  const showEntries = () => {
    let rank = 0
    return order.map((row, index) => {
      const before = order[index - 1]
      if (!before || compareRanks(before, row) !== 0) rank = index + 1
      const { entry, points, flags, last } = row
      if (entry?.points === points && entry.flags === flags && row.shown === last)
        if (entry.rank === rank) return entry
      const made = entryOf(row, rank)
      row.entry = made
      row.shown = last
      byId.set(row.solver.id, made)
      return made
    })
  }

  const done = new Map<string, { row: Row; at: number; accountId: string }[]>()
  for (const [key, challenge] of byKey) {
    const made = { completions: null, solvers: null }
    byChallenge.set(key, { key, challenge, done: [], partly: new Set(), ...made })
    done.set(key, [])
  }
  for (const solver of solvers) {
    const row = add(solver)
    for (const key of solver.challenges.keys()) {
      const of = byChallenge.get(key)
      const at = of && doneAt(row, of)
      if (at === null) of?.partly.add(row)
      else if (at !== undefined) done.get(key)?.push({ row, at, accountId: solver.id })
    }
  }
  for (const [key, of] of byChallenge) {
    const all = done.get(key) ?? []
    of.done = all.sort((a, b) => a.at - b.at || (isBefore(a, b) ? -1 : 1)).map(({ row }) => row)
  }

  return {
    get version() {
      return version
    },
    changedAt: id => rows.get(id)?.changedAt ?? 0,
    board() {
      if (board?.version === version) return board
      revalue()
      arrange()
      board = { entries: showEntries(), byId, tallies, until, version }
      return board
    },
    completions(key) {
      const of = byChallenge.get(key)
      if (!of) return []
      of.completions ??= of.done.map(row => completionOf(row, of))
      return of.completions
    },
    solversOf(key) {
      const of = byChallenge.get(key)
      if (!of) return []
      of.solvers ??= [...of.done, ...of.partly].map(row => row.solver)
      return of.solvers
    },
    added(solver) {
      const row = add(solver)
      touch(row)
      for (const key of solver.challenges.keys()) recount(row, key, true)
    },
    removed(solver) {
      const row = rows.get(solver.id)
      if (row?.solver !== solver) return
      version++
      for (const key of solver.challenges.keys()) recount(row, key, false)
      rows.delete(solver.id)
      byId.delete(solver.id)
      stale.delete(row)
      row.movement = 'gone'
    },
    solved(solver, key) {
      const row = rows.get(solver.id)
      const newest = solver.challenges.get(key)?.at(-1)
      if (row?.solver !== solver || !newest || newest.at >= until) return
      touch(row)
      recount(row, key, true)
    },
    adjusted(solver, at) {
      const row = rows.get(solver.id)
      if (row?.solver === solver && at < until) touch(row)
    },
  }
}
