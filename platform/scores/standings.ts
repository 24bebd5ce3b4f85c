import type { ScoreboardEntry } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import {
  type Board,
  type Completion,
  compareRanks,
  entryOf,
  resultOf,
  type Tally,
} from './board.ts'
import { type ChallengeSolvers, createChallengeSolvers } from './challenge-solvers.ts'
import { merged, type Row, sorted } from './row.ts'
import type { Solver } from './solver.ts'
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
  const recounted = new Set<ChallengeSolvers>()
  /** Rows to compute again. */
  const stale = new Set<Row>()
  let order: Row[] = []
  let tallies = new Map<string, Tally>()
  let board: Board | null = null
  let version = 0

  const recount = (row: Row, key: string, stays: boolean) => {
    const challengeSolvers = byChallenge.get(key)
    if (!challengeSolvers) return
    recounted.add(challengeSolvers)
    challengeSolvers.update(row, stays)
  }
  const touch = (row: Row) => {
    row.changedAt = ++version
    stale.add(row)
  }
  const add = (solver: Solver): Row => {
    const row: Row = {
      solver,
      points: 0,
      flags: 0,
      last: 0,
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
    for (const { key, challenge, done, partly, first } of recounted) {
      const value = challengeValue(challenge.value, done.length)
      const more = value - (tallies.get(key)?.value ?? 0)
      next.set(key, { value, solves: done.length, first: first() })
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

  const rowsByChallenge = new Map<string, Row[]>([...byKey.keys()].map(key => [key, []]))
  for (const solver of solvers) {
    const row = add(solver)
    for (const key of solver.challenges.keys()) rowsByChallenge.get(key)?.push(row)
  }
  for (const [key, challenge] of byKey) {
    const withFlags = rowsByChallenge.get(key) ?? []
    const challengeSolvers = createChallengeSolvers({ challenge, rows: withFlags, until })
    byChallenge.set(key, challengeSolvers)
    recounted.add(challengeSolvers)
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
    completions: key => byChallenge.get(key)?.completions() ?? [],
    solversOf: key => byChallenge.get(key)?.solvers() ?? [],
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
