import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { ChallengeRef, ChallengeScore, SolveTimes } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Database, Db } from '../database/database.ts'
import { participants, solves } from '../database/schema.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import { type Board, computeBoard, resultOf } from './board.ts'
import { solveTimesOf } from './solve-times.ts'
import {
  addSolve,
  challengeKey,
  createSolver,
  isComplete,
  type NewSolve,
  type Solver,
} from './solver.ts'
import { pointsOf } from './value.ts'

/** What all accepted flags are worth: kept in memory, and updated with each flag. */
export interface Scores {
  /** @param reader an account of the group. Its own flags are always counted */
  board(group: string, reader?: string): Board
  solveTimes(group: string): SolveTimes
  challenge(participantId: string, challenge: ChallengeDefinition): ChallengeScore
  completed(participantId: string): ChallengeRef[]
  /**
   * Publishes an accepted flag within its transaction.
   *
   * @returns counts it here; call it after the commit
   */
  solved(tx: Db, solve: NewSolve): Promise<() => void>
  /**
   * Publishes within the transaction that an account chose its score group.
   *
   * @returns reads the account here; await it after the commit
   */
  joined(tx: Db, participantId: string): Promise<() => Promise<void>>
  /**
   * Publishes within the transaction that an account was deleted.
   *
   * @returns forgets it here; call it after the commit
   */
  deleted(tx: Db, participantId: string): Promise<() => void>
}

interface Options {
  database: Database
  event: LiveEvent
  bus: Bus
}

interface CachedBoard {
  board: Board
  isStale: boolean
  /** Milliseconds of processor time that it took to compute. */
  cost: number
  madeAt: number
}

/** A stale board is used for ten times its cost, so that boards take a tenth of a core at most. */
const staleTimesCost = 10
/** In milliseconds. A board that costs less is computed for the first reader after a change. */
const cheapMs = 5
/** A board that costs less is computed for the account that made the change. */
const affordableMs = 50

export async function createScores({ database, event, bus }: Options): Promise<Scores> {
  const solvers = new Map<string, Solver>()
  const boards = new Map<string, CachedBoard>()
  const times = new Map<string, SolveTimes>()
  let seen = event.current

  const markStale = (group: string) => {
    const kept = boards.get(group)
    if (kept) kept.isStale = true
    times.delete(group)
  }
  const forgetBoards = () => {
    boards.clear()
    times.clear()
  }
  const forget = (id: string) => {
    const solver = solvers.get(id)
    if (!solver) return
    solvers.delete(id)
    markStale(solver.group)
  }
  // Merges what it reads, and replaces nothing: a flag that comes in while the database is read must
  // not be lost.
  const read = async (which?: SQL) => {
    const grouped = and(isNotNull(participants.scoreGroup), which)
    const known = [...solvers.keys()]
    const found = await database.db.select().from(participants).where(grouped)
    const ids = new Set(found.map(({ id }) => id))
    if (!which) for (const id of known) if (!ids.has(id)) forget(id)
    for (const row of found) {
      if (!row.scoreGroup || solvers.has(row.id)) continue
      solvers.set(row.id, createSolver(row, row.scoreGroup))
      markStale(row.scoreGroup)
    }
    const joined = eq(participants.id, solves.participantId)
    const rows = database.db.select({ solves }).from(solves).innerJoin(participants, joined)
    for (const { solves: solve } of await rows.where(which)) add(solve)
  }
  const add = (solve: NewSolve) => {
    const solver = solvers.get(solve.participantId)
    if (!solver) return
    addSolve(solver, solve)
    markStale(solver.group)
  }
  const readOne = (id: string) => read(eq(participants.id, id))

  bus.on('solve', async payload => {
    const solve = payload as NewSolve
    if (!solvers.has(solve.participantId)) await readOne(solve.participantId)
    add({ ...solve, solvedAt: new Date(solve.solvedAt) })
  })
  bus.on('grouped', async id => {
    if (!solvers.has(String(id))) await readOne(String(id))
  })
  bus.on('accountDeleted', id => forget(String(id)))
  bus.onLoss(() => read())
  await read()

  const noticeReload = () => {
    if (seen !== event.current) forgetBoards()
    seen = event.current
  }
  const inGroup = (group: string) => [...solvers.values()].filter(solver => solver.group === group)

  const lacksOwn = ({ board }: CachedBoard, reader: string): boolean => {
    const solver = solvers.get(reader)
    const challenges = event.current.challenges
    const byKey = new Map(challenges.map(challenge => [challengeKey(challenge), challenge]))
    const entry = board.byId.get(reader)
    return solver !== undefined && resultOf(solver, byKey, board.values).flags !== entry?.flags
  }
  const mayStay = (kept: CachedBoard, now: number, reader: string | undefined): boolean => {
    if (!kept.isStale) return true
    if (kept.cost < cheapMs || now - kept.madeAt > staleTimesCost * kept.cost) return false
    return kept.cost > affordableMs || reader === undefined || !lacksOwn(kept, reader)
  }

  const board = (group: string, reader?: string): Board => {
    noticeReload()
    const kept = boards.get(group)
    if (kept && mayStay(kept, performance.now(), reader)) return kept.board
    // Processor time, because on a busy host a cheap board takes long.
    const before = process.threadCpuUsage()
    const made = computeBoard(inGroup(group), event.current.challenges)
    const { user, system } = process.threadCpuUsage(before)
    const cost = (user + system) / 1000
    boards.set(group, { board: made, isStale: false, madeAt: performance.now(), cost })
    return made
  }

  return {
    board,
    solveTimes(group) {
      noticeReload()
      const value = times.get(group) ?? solveTimesOf(inGroup(group), event.current)
      times.set(group, value)
      return value
    },
    challenge(participantId, challenge) {
      const solver = solvers.get(participantId)
      const key = challengeKey(challenge)
      const value = board(solver?.group ?? '').values.get(key) ?? 0
      const mine = solver?.challenges.get(key)
      const solved = challenge.flags.filter(flag => mine?.has(flag.id))
      const counting = solved.filter(flag => mine?.get(flag.id)?.counts)
      const shares = counting.map(flag => flag.share)
      return {
        isCompleted: solved.length === challenge.flags.length,
        points: pointsOf(value, shares, counting.length === challenge.flags.length),
        pointsTotal: value,
        solvedFlags: solved.length,
        totalFlags: challenge.flags.length,
      }
    },
    completed(participantId) {
      const solver = solvers.get(participantId)
      if (!solver) return []
      return event.current.challenges
        .filter(challenge => isComplete(solver, challenge))
        .map(({ categorySlug, slug }) => ({ categorySlug, challengeSlug: slug }))
    },
    solved: (tx, solve) => bus.publishIn(tx, 'solve', solve),
    deleted: (tx, participantId) => bus.publishIn(tx, 'accountDeleted', participantId),
    async joined(tx, participantId) {
      await bus.publishIn(tx, 'grouped', participantId)
      return () => readOne(participantId)
    },
  }
}
