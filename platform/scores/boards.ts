import type { Scoreboard, SolveTimes } from '../../src/api/contract.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import { jsonText } from '../http/json-text.ts'
import type { Board } from './board.ts'
import { type BoardCache, createBoardCache } from './board-cache.ts'
import { createPastRanks, type Ranks } from './past-ranks.ts'
import type { Solver } from './solver.ts'
import type { SolverChanges } from './solvers.ts'
import { createStandings, type Standings } from './standings.ts'

export interface Boards extends SolverChanges {
  /** @param reader an account of the group. Its own flags are always counted */
  live(group: string, reader?: Solver): Board
  /** What everybody may see: between the freeze and the end, the board of the freeze. */
  shown(group: string, reader?: Solver): Board
  /** The standings of `shown`. */
  standings(group: string): Standings
  /** Others do not see what was solved at this time or later: milliseconds since the epoch, or infinite. */
  until(): number
  /**
   * @param make gets the ranks of an hour ago, of accounts that had solved something by then; null in the event's
   *   first hour. They stay the same for at least five minutes, so that answers stay the same, too
   */
  scoreboard(
    group: string,
    reader: Solver | undefined,
    make: (board: Board, before: Ranks) => Scoreboard,
  ): Scoreboard
  solveTimes(
    group: string,
    reader: Solver | undefined,
    make: (standings: Standings) => SolveTimes,
  ): SolveTimes
  /** Makes a new board for the next reader, whatever that costs. */
  refresh(group: string): void
}

interface BoardsOptions {
  event: CurrentEvent
  clock: Clock
  inGroup(group: string): Solver[]
}

/** Standings, and what is made from them. */
interface Kind {
  standings: Standings
  board: BoardCache<Board>
  scoreboard: BoardCache<Scoreboard>
  solveTimes: BoardCache<SolveTimes>
  /** The ranks that the scoreboard has. */
  before: Ranks
}

const minute = 60_000
const rankStep = 5 * minute

export function createBoards({ event, clock, inGroup }: BoardsOptions): Boards {
  const live = new Map<string, Kind>()
  const frozen = new Map<string, Kind>()
  const past = createPastRanks()
  let seen = event.current

  const noticeReload = () => {
    if (seen !== event.current) for (const made of [live, frozen, past]) made.clear()
    seen = event.current
  }
  const until = () => {
    const { freeze, end } = event.current
    const now = clock.now()
    const isFrozen = freeze !== null && now >= freeze.getTime() && now < end.getTime()
    return isFrozen ? freeze.getTime() : Number.POSITIVE_INFINITY
  }
  const kindOf = (kinds: typeof live, group: string, until: number): Kind => {
    const known = kinds.get(group)
    if (known) return known
    const { challenges } = event.current
    const standings = createStandings({ solvers: inGroup(group), challenges, until })
    // A later board costs much less, so this one is not counted.
    standings.board()
    const kind = {
      standings,
      board: createBoardCache<Board>(clock),
      scoreboard: createBoardCache<Scoreboard>(clock),
      solveTimes: createBoardCache<SolveTimes>(clock),
      before: null,
    }
    kinds.set(group, kind)
    return kind
  }
  const liveKind = (group: string) => {
    noticeReload()
    return kindOf(live, group, Number.POSITIVE_INFINITY)
  }
  const shownKind = (group: string) => {
    const last = until()
    if (!Number.isFinite(last)) return liveKind(group)
    noticeReload()
    return kindOf(frozen, group, last)
  }
  const ownVersion = ({ standings }: Kind, reader: Solver | undefined) =>
    reader ? standings.changedAt(reader.id) : 0
  const boardOf = (kind: Kind, reader?: Solver): Board =>
    kind.board.read({
      version: kind.standings.version,
      own: ownVersion(kind, reader),
      make() {
        const value = kind.standings.board()
        return { value, version: value.version }
      },
    })
  const ranksBefore = (group: string): Ranks => {
    const { start, end, challenges } = event.current
    const now = Math.min(clock.now(), until(), end.getTime())
    const at = Math.floor((now - 60 * minute) / rankStep) * rankStep
    if (at <= start.getTime()) return null
    return past.at(group, at, () => ({ solvers: inGroup(group), challenges }))
  }
  const tell = (group: string, change: (standings: Standings) => void) => {
    noticeReload()
    for (const kinds of [live, frozen]) {
      const kind = kinds.get(group)
      if (kind) change(kind.standings)
    }
  }

  return {
    live: (group, reader) => boardOf(liveKind(group), reader),
    shown: (group, reader) => boardOf(shownKind(group), reader),
    standings: group => shownKind(group).standings,
    until,
    scoreboard(group, reader, make) {
      const kind = shownKind(group)
      const before = ranksBefore(group)
      if (kind.before !== before) {
        kind.before = before
        kind.scoreboard = createBoardCache(clock)
      }
      return kind.scoreboard.read({
        version: kind.standings.version,
        own: ownVersion(kind, reader),
        make() {
          const board = boardOf(kind, reader)
          const value = make(board, before)
          // Its text costs more than the board.
          jsonText(value)
          return { value, version: board.version }
        },
      })
    },
    solveTimes(group, reader, make) {
      const kind = shownKind(group)
      const { version } = kind.standings
      return kind.solveTimes.read({
        version,
        own: ownVersion(kind, reader),
        make() {
          const value = make(kind.standings)
          jsonText(value)
          return { value, version }
        },
      })
    },
    refresh(group) {
      for (const kinds of [live, frozen]) {
        const kind = kinds.get(group)
        for (const kept of kind ? [kind.board, kind.scoreboard, kind.solveTimes] : [])
          kept.refresh()
      }
    },
    added: solver => tell(solver.group, standings => standings.added(solver)),
    removed: solver => tell(solver.group, standings => standings.removed(solver)),
    solved: (solver, key) => tell(solver.group, standings => standings.solved(solver, key)),
    adjusted: (solver, at) => tell(solver.group, standings => standings.adjusted(solver, at)),
  }
}
