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

/** What is kept of one score group, live or as of the freeze: its standings, and what is made of them. */
interface GroupBoards {
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
  const live = new Map<string, GroupBoards>()
  const frozen = new Map<string, GroupBoards>()
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
  const openGroup = (byGroup: typeof live, group: string, until: number): GroupBoards => {
    const known = byGroup.get(group)
    if (known) return known
    const { challenges } = event.current
    const standings = createStandings({ solvers: inGroup(group), challenges, until })
    // A later board costs much less, so this one is not counted.
    standings.board()
    const ofGroup = {
      standings,
      board: createBoardCache<Board>(clock),
      scoreboard: createBoardCache<Scoreboard>(clock),
      solveTimes: createBoardCache<SolveTimes>(clock),
      before: null,
    }
    byGroup.set(group, ofGroup)
    return ofGroup
  }
  const liveOf = (group: string) => {
    noticeReload()
    return openGroup(live, group, Number.POSITIVE_INFINITY)
  }
  const shownOf = (group: string) => {
    const last = until()
    if (!Number.isFinite(last)) return liveOf(group)
    noticeReload()
    return openGroup(frozen, group, last)
  }
  const ownVersion = ({ standings }: GroupBoards, reader: Solver | undefined) =>
    reader ? standings.changedAt(reader.id) : 0
  const boardOf = (ofGroup: GroupBoards, reader?: Solver): Board =>
    ofGroup.board.read({
      version: ofGroup.standings.version,
      own: ownVersion(ofGroup, reader),
      make() {
        const value = ofGroup.standings.board()
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
    for (const byGroup of [live, frozen]) {
      const ofGroup = byGroup.get(group)
      if (ofGroup) change(ofGroup.standings)
    }
  }

  return {
    live: (group, reader) => boardOf(liveOf(group), reader),
    shown: (group, reader) => boardOf(shownOf(group), reader),
    standings: group => shownOf(group).standings,
    until,
    scoreboard(group, reader, make) {
      const ofGroup = shownOf(group)
      const before = ranksBefore(group)
      if (ofGroup.before !== before) {
        ofGroup.before = before
        ofGroup.scoreboard = createBoardCache(clock)
      }
      return ofGroup.scoreboard.read({
        version: ofGroup.standings.version,
        own: ownVersion(ofGroup, reader),
        make() {
          const board = boardOf(ofGroup, reader)
          const value = make(board, before)
          // Its text costs more than the board.
          jsonText(value)
          return { value, version: board.version }
        },
      })
    },
    solveTimes(group, reader, make) {
      const ofGroup = shownOf(group)
      const { version } = ofGroup.standings
      return ofGroup.solveTimes.read({
        version,
        own: ownVersion(ofGroup, reader),
        make() {
          const value = make(ofGroup.standings)
          jsonText(value)
          return { value, version }
        },
      })
    },
    refresh(group) {
      for (const byGroup of [live, frozen]) {
        const ofGroup = byGroup.get(group)
        for (const kept of ofGroup ? [ofGroup.board, ofGroup.scoreboard, ofGroup.solveTimes] : [])
          kept.refresh()
      }
    },
    added: solver => tell(solver.group, standings => standings.added(solver)),
    removed: solver => tell(solver.group, standings => standings.removed(solver)),
    solved: (solver, key) => tell(solver.group, standings => standings.solved(solver, key)),
    adjusted: (solver, at) => tell(solver.group, standings => standings.adjusted(solver, at)),
  }
}
