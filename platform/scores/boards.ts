import type { SolveTimes } from '../../src/api/contract.ts'
import type { Clock } from '../clock.ts'
import { challengeKey } from '../event/challenge-key.ts'
import type { LiveEvent } from '../live-event.ts'
import { type Board, computeBoard, resultOf } from './board.ts'
import type { Solver } from './solver.ts'

export interface Boards {
  /** @param reader an account of the group. Its own flags are always counted */
  live(group: string, reader?: Solver): Board
  /** What everybody may see: between the freeze and the end, the board of the freeze. */
  shown(group: string, reader?: Solver): Board
  /** Others do not see what was solved at this time or later: milliseconds since the epoch, or infinite. */
  until(): number
  /**
   * The ranks of an hour ago, of those who had solved something by then; null in the event's first hour.
   * They stay the same for five minutes, so that answers stay the same, too.
   */
  ranksBefore(group: string): ReadonlyMap<string, number> | null
  /** @param make called where something has changed since */
  solveTimes(group: string, make: () => SolveTimes): SolveTimes
  /** The next reader gets a board of that moment, whatever it costs. */
  refresh(group: string): void
  /** See `Solvers`. */
  changed(group: string, at: number): void
}

interface BoardsOptions {
  event: LiveEvent
  clock: Clock
  inGroup(group: string): Solver[]
}

interface CachedBoard {
  board: Board
  isStale: boolean
  /** Milliseconds of processor time that it took to compute. */
  cost: number
  madeAt: number
}

/**
 * A stale board is used for ten times as long as it took to compute. So boards take at most a tenth of a
 * core.
 */
const staleTimesCost = 10
/** In milliseconds. A board that costs less is computed for the first reader after a change. */
const cheapMs = 5
/** A board that costs less is computed for the account that made the change. */
const affordableMs = 50

const minute = 60_000
const rankStep = 5 * minute

export function createBoards({ event, clock, inGroup }: BoardsOptions): Boards {
  const live = new Map<string, CachedBoard>()
  const frozen = new Map<string, CachedBoard>()
  const times = new Map<string, { until: number; times: SolveTimes }>()
  const past = new Map<string, { at: number; ranks: ReadonlyMap<string, number> }>()
  let seen = event.current

  const lacksOwn = ({ board }: CachedBoard, reader: Solver): boolean => {
    const byKey = new Map(event.current.challenges.map(one => [challengeKey(one.rowName), one]))
    const own = resultOf(reader, byKey, board.tallies, board.until)
    const entry = board.byId.get(reader.id)
    return own.flags !== entry?.flags || own.points !== entry.points
  }
  const mayStay = (kept: CachedBoard, now: number, reader: Solver | undefined): boolean => {
    if (!kept.isStale) return true
    if (kept.cost < cheapMs || now - kept.madeAt > staleTimesCost * kept.cost) return false
    return kept.cost > affordableMs || reader === undefined || !lacksOwn(kept, reader)
  }
  const noticeReload = () => {
    if (seen !== event.current) for (const made of [live, frozen, times, past]) made.clear()
    seen = event.current
  }
  const until = () => {
    const { freeze, end } = event.current
    const now = clock.now()
    const isFrozen = freeze !== null && now >= freeze.getTime() && now < end.getTime()
    return isFrozen ? freeze.getTime() : Number.POSITIVE_INFINITY
  }
  const cached = (boards: typeof live, group: string, reader?: Solver, until?: number): Board => {
    noticeReload()
    const kept = boards.get(group)
    if (kept && mayStay(kept, performance.now(), reader)) return kept.board
    // Processor time, because on a busy host a cheap board takes long.
    const before = process.threadCpuUsage()
    const board = computeBoard(inGroup(group), event.current.challenges, until)
    const { user, system } = process.threadCpuUsage(before)
    const cost = (user + system) / 1000
    boards.set(group, { board, isStale: false, madeAt: performance.now(), cost })
    return board
  }

  return {
    live: (group, reader) => cached(live, group, reader),
    shown(group, reader) {
      const last = until()
      return cached(Number.isFinite(last) ? frozen : live, group, reader, last)
    },
    until,
    ranksBefore(group) {
      noticeReload()
      const { start, end, challenges } = event.current
      const now = Math.min(clock.now(), until(), end.getTime())
      const at = Math.floor((now - 60 * minute) / rankStep) * rankStep
      if (at <= start.getTime()) return null
      const known = past.get(group)
      if (known?.at === at) return known.ranks
      const { entries } = computeBoard(inGroup(group), challenges, at)
      const solved = entries.filter(({ flags }) => flags > 0)
      const ranks = new Map(solved.map(({ accountId, rank }) => [accountId, rank ?? 0]))
      past.set(group, { at, ranks })
      return ranks
    },
    solveTimes(group, make) {
      noticeReload()
      const last = until()
      const known = times.get(group)
      if (known?.until === last) return known.times
      const made = make()
      times.set(group, { until: last, times: made })
      return made
    },
    refresh(group) {
      for (const boards of [live, frozen]) if (boards.get(group)?.isStale) boards.delete(group)
    },
    changed(group, at) {
      times.delete(group)
      for (const boards of [live, frozen]) {
        const kept = boards.get(group)
        if (kept && at < kept.board.until) kept.isStale = true
      }
    },
  }
}
