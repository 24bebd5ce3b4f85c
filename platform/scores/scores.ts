import type {
  AccountStats,
  ChallengeListItem,
  ChallengeRef,
  ChallengeScore,
  Scoreboard,
  SolveTimes,
} from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import { type Board, type Completion, completionsOf } from './board.ts'
import { createBoards } from './boards.ts'
import { listOf } from './challenge-list.ts'
import { rankAmong, scoreOf, statesOf } from './own-state.ts'
import { solveTimesOf } from './solve-times.ts'
import { challengeKey, hintCosts, hintKey, isComplete } from './solver.ts'
import { createSolvers, type Solvers } from './solvers.ts'

type Changes = 'solved' | 'hintTaken' | 'joined' | 'deleted' | 'reread'

/** What all accepted flags are worth: kept in memory, and updated with each flag. */
export interface Scores extends Pick<Solvers, Changes> {
  /** The same object for all accounts of a group until something changes. @param reader see `Boards` */
  scoreboard(group: string, reader: string): Scoreboard
  /** The same object for all accounts of a group until something changes. */
  challenges(group: string, reader: string): ChallengeListItem[]
  /** Earliest first. */
  completions(group: string, challenge: ChallengeDefinition, reader: string): Completion[]
  solveTimes(group: string): SolveTimes
  challenge(participantId: string, challenge: ChallengeDefinition): ChallengeScore
  completed(participantId: string): ChallengeRef[]
  /** What the account itself has now. */
  own(participantId: string): Pick<AccountStats, 'score' | 'challenges' | 'hintCosts'>
  hasHint(participantId: string, challenge: ChallengeDefinition, hintId: string): boolean
  /** The challenges that the account must solve before this one. */
  missing(participantId: string, challenge: ChallengeDefinition): ChallengeDefinition[]
}

interface Options {
  database: Database
  event: LiveEvent
  bus: Bus
  clock: Clock
}

export async function createScores({ database, event, bus, clock }: Options): Promise<Scores> {
  const boards = createBoards({ event, clock, inGroup: group => solvers.inGroup(group) })
  const solvers = await createSolvers({ database, bus, changed: boards.changed })
  const scoreboards = new WeakMap<Board, Scoreboard>()
  const lists = new WeakMap<Board, ChallengeListItem[]>()

  return {
    ...solvers,
    scoreboard(group, reader) {
      const board = boards.shown(group, solvers.get(reader))
      return kept(scoreboards, board, () => ({
        entries: board.entries,
        frozenSince: Number.isFinite(board.until) ? new Date(board.until).toISOString() : null,
      }))
    },
    challenges(group, reader) {
      const board = boards.shown(group, solvers.get(reader))
      return kept(lists, board, () => listOf(board, event.current.challenges))
    },
    completions: (group, challenge, reader) =>
      completionsOf(solvers.inGroup(group), challenge, ({ id }) =>
        id === reader ? Number.POSITIVE_INFINITY : boards.until(),
      ),
    solveTimes: group =>
      boards.solveTimes(group, () =>
        solveTimesOf(solvers.inGroup(group), event.current, boards.until()),
      ),
    challenge(participantId, challenge) {
      const solver = solvers.get(participantId)
      const { tallies } = boards.live(solver?.group ?? '')
      return scoreOf(challenge, solver?.challenges.get(challengeKey(challenge)), tallies)
    },
    completed(participantId) {
      const solver = solvers.get(participantId)
      if (!solver) return []
      return event.current.challenges
        .filter(challenge => isComplete(solver, challenge))
        .map(({ categorySlug, slug }) => ({ categorySlug, challengeSlug: slug }))
    },
    own(participantId) {
      const solver = solvers.get(participantId)
      const live = solver && boards.live(solver.group, solver)
      const entry = live?.byId.get(participantId)
      if (!solver || !live || !entry) return nothing
      const { points, flags } = entry
      const shown = boards.shown(solver.group, solver)
      const rank = shown === live ? entry.rank : rankAmong(shown, entry)
      return {
        score: { rank, points, numSolvedFlags: flags },
        challenges: statesOf(solver, event.current.challenges, live.tallies, solvers.username),
        hintCosts: hintCosts(solver),
      }
    },
    hasHint: (participantId, challenge, hintId) =>
      solvers.get(participantId)?.hints.has(hintKey(challenge, hintId)) ?? false,
    missing(participantId, challenge) {
      const solver = solvers.get(participantId)
      return event.current.challenges.filter(
        one =>
          challenge.requires.some(
            ({ categorySlug, challengeSlug }) =>
              categorySlug === one.categorySlug && challengeSlug === one.slug,
          ) && !(solver && isComplete(solver, one)),
      )
    },
  }
}

const nothing = {
  score: { rank: null, points: 0, numSolvedFlags: 0 },
  challenges: [],
  hintCosts: 0,
}

/** An answer is made once for each board, so that its text is, too. */
function kept<T>(made: WeakMap<Board, T>, board: Board, make: () => T): T {
  const known = made.get(board) ?? make()
  made.set(board, known)
  return known
}
