import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { ChallengeRef, ChallengeScore, SolveTimes } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Database, Db } from '../database/database.ts'
import { participants, solves } from '../database/schema.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import { type Board, computeBoard, resultOf } from './board.ts'
import { solveTimesOf } from './solve-times.ts'
import { addSolve, createSolver, isComplete, keyOf, type NewSolve, type Solver } from './solver.ts'
import { pointsOf } from './value.ts'

/** What everybody's accepted flags are worth, kept in memory and added to as they come. */
export interface Scores {
  /** @param reader an account of the group, whose own flags are always on it */
  board(group: string, reader?: string): Board
  solveTimes(group: string): SolveTimes
  challenge(participantId: string, challenge: ChallengeDefinition): ChallengeScore
  completed(participantId: string): ChallengeRef[]
  /** Tells of an accepted flag in its transaction. Call what it returns once that is committed. */
  solved(tx: Db, solve: NewSolve): Promise<() => void>
  /** Tells of an account that chose its group. Wait for what it returns once that is committed. */
  joined(tx: Db, participantId: string): Promise<() => Promise<void>>
  /** Tells of an account that is no more, in its transaction. Call what it returns after that. */
  left(tx: Db, participantId: string): Promise<() => void>
}

interface Options {
  database: Database
  event: LiveEvent
  bus: Bus
}

interface Kept {
  board: Board
  isStale: boolean
  /** Milliseconds of the processor that it took to make. */
  cost: number
  madeAt: number
}

/** A board may be this many times as old as it took to make: a tenth of a core at most. */
const patience = 10
/** Below this many milliseconds a board is made anew for whoever asks after a change. */
const cheap = 5
/** Below this many, for whoever made the change. */
const affordable = 50

export async function createScores({ database, event, bus }: Options): Promise<Scores> {
  const solvers = new Map<string, Solver>()
  const boards = new Map<string, Kept>()
  const times = new Map<string, SolveTimes>()
  let seen = event.current

  const spoil = (group: string) => {
    const kept = boards.get(group)
    if (kept) kept.isStale = true
    times.delete(group)
  }
  const spoilAll = () => {
    boards.clear()
    times.clear()
  }
  const forget = (id: string) => {
    const solver = solvers.get(id)
    if (!solver) return
    solvers.delete(id)
    spoil(solver.group)
  }
  // What was read is merged into what is known, never put in its place: a flag that comes in
  // while the database is read must not be lost.
  const read = async (which?: SQL) => {
    const grouped = and(isNotNull(participants.scoreGroup), which)
    const known = [...solvers.keys()]
    const found = await database.db.select().from(participants).where(grouped)
    const ids = new Set(found.map(({ id }) => id))
    if (!which) for (const id of known) if (!ids.has(id)) forget(id)
    for (const row of found) {
      if (!row.scoreGroup || solvers.has(row.id)) continue
      solvers.set(row.id, createSolver(row, row.scoreGroup))
      spoil(row.scoreGroup)
    }
    const joined = eq(participants.id, solves.participantId)
    const rows = database.db.select({ solves }).from(solves).innerJoin(participants, joined)
    for (const { solves: solve } of await rows.where(which)) add(solve)
  }
  const add = (solve: NewSolve) => {
    const solver = solvers.get(solve.participantId)
    if (!solver) return
    addSolve(solver, solve)
    spoil(solver.group)
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
  bus.on('left', id => forget(String(id)))
  bus.onGap(() => read())
  await read()

  const noticeReload = () => {
    if (seen !== event.current) spoilAll()
    seen = event.current
  }
  const inGroup = (group: string) => [...solvers.values()].filter(solver => solver.group === group)

  const lacksOwn = ({ board }: Kept, reader: string): boolean => {
    const solver = solvers.get(reader)
    const challenges = event.current.challenges
    const byKey = new Map(challenges.map(challenge => [keyOf(challenge), challenge]))
    const entry = board.byId.get(reader)
    return solver !== undefined && resultOf(solver, byKey, board.values).flags !== entry?.flags
  }
  const mayStay = (kept: Kept, now: number, reader: string | undefined): boolean => {
    if (!kept.isStale) return true
    if (kept.cost < cheap || now - kept.madeAt > patience * kept.cost) return false
    return kept.cost > affordable || reader === undefined || !lacksOwn(kept, reader)
  }

  const board = (group: string, reader?: string): Board => {
    noticeReload()
    const kept = boards.get(group)
    if (kept && mayStay(kept, performance.now(), reader)) return kept.board
    // Not the time that passed: on a machine that is busy, a cheap board would count as a dear one.
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
      const key = keyOf(challenge)
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
    solved: (tx, solve) => bus.enclose(tx, 'solve', solve),
    left: (tx, participantId) => bus.enclose(tx, 'left', participantId),
    async joined(tx, participantId) {
      await bus.enclose(tx, 'grouped', participantId)
      return () => readOne(participantId)
    },
  }
}
