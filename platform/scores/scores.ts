import type {
  AccountDetail,
  AccountStats,
  AnswerOf,
  ChallengeListItem,
  ChallengeRef,
  ChallengeScore,
  History,
  Scoreboard,
  ScoreboardEntry,
  SolveTimes,
} from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { isRefOf, refOf, rowKey, slugPath } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import { accountPageOf, type MemberResult, resultsByMember } from './account-page.ts'
import { type Board, type Completion, entryOf, resultOf } from './board.ts'
import { createBoards } from './boards.ts'
import { listOf, shownCompletion } from './challenge-list.ts'
import { historyOf } from './history.ts'
import { rankAmong, scoreOf, statesOf } from './own-state.ts'
import { solveTimesOf } from './solve-times.ts'
import { completedAt, flagsOf, hintCosts, hintKey, isComplete, type Solver } from './solver.ts'
import { createSolvers, type Solvers } from './solvers.ts'

type ChallengeSolves = AnswerOf<'listSolves'>
type States = AccountStats['challenges']
type Changes = 'solved' | 'hintTaken' | 'joined' | 'added' | 'deleted' | 'corrected' | 'reread'

/** What all accepted flags are worth: kept in memory, and updated with each flag. */
export interface Scores extends Pick<Solvers, Changes> {
  /** The present scoreboard, even while it is frozen for participants. */
  board(group: string): Board
  /** The same object for all accounts of a group until something changes. @param reader see `Boards` */
  scoreboard(group: string, reader: string): Scoreboard
  /**
   * The same object for all accounts of a group until something changes, except for those that solved something since
   * the freeze: it counts their own solves.
   */
  challenges(group: string, reader: string): ChallengeListItem[]
  /** Earliest first; the same object for all accounts of a group until something changes. */
  solves(group: string, challenge: ChallengeDefinition, reader: string): ChallengeSolves
  /** The account that completed it first, as everybody may see it. */
  first(group: string, challenge: ChallengeDefinition): string | undefined
  solveTimes(group: string, reader: string): SolveTimes
  /** The history of the first ten as everybody may see it, and of the reader as it is now. */
  history(group: string, reader: string): History
  /** Null: the group does not have it. */
  account(group: string, id: string, reader: string): Omit<AccountDetail, 'members'> | null
  challenge(accountId: string, challenge: ChallengeDefinition): ChallengeScore
  completed(accountId: string): ChallengeRef[]
  /** The present state of the account itself. */
  own(accountId: string): Pick<AccountStats, 'score' | 'challenges' | 'hintCosts'>
  /** The results of users who submitted a flag that counts, by the user's id. */
  byMember(accountId: string): ReadonlyMap<string, MemberResult>
  hasHint(accountId: string, challenge: ChallengeDefinition, hintId: string): boolean
  /** The account's score group, if it has one. */
  groupOf(accountId: string): string | undefined
  /** See `Boards`. */
  refresh(group: string): void
  /** Whether new solves are hidden from others. */
  isFrozen(): boolean
  /** The challenges that the account must still solve before this one. */
  missing(accountId: string, challenge: ChallengeDefinition): ChallengeDefinition[]
}

interface ScoresOptions {
  database: Database
  event: CurrentEvent
  bus: Bus
  clock: Clock
}

export async function createScores({
  database,
  event,
  bus,
  clock,
}: ScoresOptions): Promise<Scores> {
  const boards = createBoards({ event, clock, inGroup: group => solvers.inGroup(group) })
  const solvers = await createSolvers({ database, bus, changes: boards })
  // The first standings of a group take longest, so nobody waits for them.
  for (const { slug } of event.current.scoreGroups) boards.live(slug)
  const states = memoizedForAccounts<Board, States>()
  const firsts = new WeakMap<Board, History['series']>()
  const lists = new WeakMap<Board, ChallengeListItem[]>()
  const ownLists = memoizedForAccounts<ChallengeListItem[], ChallengeListItem[]>()
  const solves = new WeakMap<readonly Completion[], ChallengeSolves>()

  // It takes a quarter of a millisecond to make them.
  const ownStates = (solver: Solver, live: Board): States =>
    states(live, solver, () =>
      statesOf(solver, event.current.challenges, live.tallies, solvers.username),
    )
  /** The list with the account's own solves since the freeze. It says nothing of what others solved since then. */
  const withOwn = (list: ChallengeListItem[], solver: Solver, until: number) =>
    ownLists(list, solver, () => {
      const since = event.current.challenges.filter(
        one => completedSince(solver, one, until) !== null,
      )
      const paths = new Set(since.map(slugPath))
      const counted = (one: ChallengeListItem) =>
        paths.has(slugPath(one)) ? { ...one, solves: (one.solves ?? 0) + 1 } : one
      return paths.size > 0 ? list.map(counted) : list
    })
  /** The entry of an account. If the account is hidden, the entry is made like those of the board, without a rank. */
  const entryIn = (board: Board, solver: Solver): ScoreboardEntry | undefined => {
    if (!solver.isHidden) return board.byId.get(solver.id)
    const { challenges } = event.current
    const byKey = new Map(challenges.map(one => [rowKey(one.rowName), one]))
    return entryOf({ solver, ...resultOf(solver, byKey, board.tallies) }, null)
  }
  const own: Scores['own'] = accountId => {
    const solver = solvers.get(accountId)
    const live = solver && boards.live(solver.group, solver)
    const entry = solver && live && entryIn(live, solver)
    if (!solver || !live || !entry) return nothing
    const { points, flags } = entry
    const shown = boards.shown(solver.group, solver)
    const rank = shown === live || entry.rank === null ? entry.rank : rankAmong(shown, entry)
    return {
      score: { rank, points, numSolvedFlags: flags },
      challenges: ownStates(solver, live),
      hintCosts: hintCosts(solver),
    }
  }

  return {
    ...solvers,
    board(group) {
      boards.refresh(group)
      return boards.live(group)
    },
    scoreboard: (group, reader) =>
      boards.scoreboard(group, solvers.get(reader), (board, before) => ({
        entries: board.entries.map(entry => ({
          ...entry,
          rankBefore: before?.get(entry.accountId) ?? null,
        })),
        frozenSince: Number.isFinite(board.until) ? new Date(board.until).toISOString() : null,
      })),
    challenges(group, reader) {
      const solver = solvers.get(reader)
      const board = boards.shown(group, solver)
      const list = memoized(lists, board, () => listOf(board, event.current.challenges))
      return solver && Number.isFinite(board.until) ? withOwn(list, solver, board.until) : list
    },
    solves(group, challenge, reader) {
      const key = rowKey(challenge.rowName)
      const found = boards.standings(group).completions(key)
      const answer = memoized(solves, found, () => ({ solves: found.map(shownCompletion) }))
      const until = boards.until()
      const solver = solvers.get(reader)
      const at = solver ? completedSince(solver, challenge, until) : null
      if (!solver || at === null) return answer
      const own = { accountId: reader, displayName: solver.displayName, at }
      return { solves: [...answer.solves, shownCompletion(own)] }
    },
    first: (group, challenge) =>
      boards.standings(group).completions(rowKey(challenge.rowName))[0]?.accountId,
    solveTimes: (group, reader) =>
      boards.solveTimes(group, solvers.get(reader), standings =>
        solveTimesOf(standings, event.current, boards.until()),
      ),
    history(group, reader) {
      const solver = solvers.get(reader)
      const seriesOf = (one: Solver, board: Board) => ({
        accountId: one.id,
        displayName: one.displayName,
        points: historyOf(one, event.current.challenges, board),
      })
      const shown = boards.shown(group, solver)
      const first = memoized(firsts, shown, () =>
        shown.entries.slice(0, maxSeries).flatMap(({ accountId, flags, points }) => {
          const found = solvers.get(accountId)
          return found && (flags > 0 || points > 0) ? [seriesOf(found, shown)] : []
        }),
      )
      if (!solver) return { series: first }
      const mine = seriesOf(solver, boards.live(group, solver))
      const isFirst = first.some(({ accountId }) => accountId === reader)
      if (!isFirst) return { series: [...first, mine] }
      return { series: first.map(one => (one.accountId === reader ? mine : one)) }
    },
    account(group, id, reader) {
      const solver = solvers.get(id)
      if (solver?.group !== group) return null
      const board = id === reader ? boards.live(group, solver) : boards.shown(group)
      const isSeen = !solver.isHidden || id === reader
      const entry = isSeen ? entryIn(board, solver) : undefined
      const page = entry ? accountPageOf(solver, entry, event.current.challenges, board) : null
      return page && id === reader ? { ...page, rank: own(id).score.rank } : page
    },
    challenge(accountId, challenge) {
      const solver = solvers.get(accountId)
      const { tallies } = boards.live(solver?.group ?? '')
      return scoreOf(challenge, solver?.challenges.get(rowKey(challenge.rowName)), tallies)
    },
    completed(accountId) {
      const solver = solvers.get(accountId)
      if (!solver) return []
      return event.current.challenges.filter(challenge => isComplete(solver, challenge)).map(refOf)
    },
    own,
    byMember(accountId) {
      const solver = solvers.get(accountId)
      if (!solver) return new Map()
      const board = boards.live(solver.group, solver)
      return resultsByMember(solver, event.current.challenges, board)
    },
    hasHint: (accountId, challenge, hintId) =>
      solvers.get(accountId)?.hints.has(hintKey(challenge.rowName, hintId)) ?? false,
    groupOf: accountId => solvers.get(accountId)?.group,
    refresh: boards.refresh,
    isFrozen: () => Number.isFinite(boards.until()),
    missing(accountId, challenge) {
      const solver = solvers.get(accountId)
      return event.current.challenges.filter(
        one =>
          challenge.requires.some(ref => isRefOf(ref, one)) && !(solver && isComplete(solver, one)),
      )
    },
  }
}

const maxSeries = 10

/** When an account completed a challenge, in milliseconds since the epoch; null: not yet, before `until`, or hidden. */
function completedSince(solver: Solver, challenge: ChallengeDefinition, until: number) {
  if (solver.isHidden) return null
  const at = completedAt(solver.challenges.get(rowKey(challenge.rowName)), challenge)
  return at !== null && at >= until ? at : null
}

const nothing = {
  score: { rank: null, points: 0, numSolvedFlags: 0 },
  challenges: [],
  hintCosts: 0,
}

/** An answer is made once from a board or a part of it, so that its text is also made once. */
function memoized<K extends object, T>(made: WeakMap<K, T>, source: K, make: () => T): T {
  const known = made.get(source) ?? make()
  made.set(source, known)
  return known
}

/**
 * Keeps what is made for each account from a source, until either changes, because everybody polls their own. An
 * account that was corrected is another solver: it may have as many flags as before, but others.
 */
function memoizedForAccounts<K extends object, T>() {
  const kept = new WeakMap<K, WeakMap<Solver, { flags: number; made: T }>>()
  return (source: K, solver: Solver, make: () => T): T => {
    const ofSource = memoized(kept, source, () => new WeakMap())
    const flags = flagsOf(solver)
    const known = ofSource.get(solver)
    if (known?.flags === flags) return known.made
    const made = make()
    ofSource.set(solver, { flags, made })
    return made
  }
}
