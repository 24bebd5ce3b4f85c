import type { History } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { Board } from './board.ts'
import { flagOf, type Solved, type Solver } from './solver.ts'
import { pointsOf } from './value.ts'

type Points = History['series'][number]['points']
interface Change {
  at: number
  points: number
}

/**
 * How an account came to its points, earliest first. Each flag counts what it is worth now, so that the
 * last sum is the score. What came at `until` or later is left out.
 */
export function historyOf(
  solver: Solver,
  challenges: readonly ChallengeDefinition[],
  { tallies, until }: Pick<Board, 'tallies' | 'until'>,
): Points {
  const changes = challenges.flatMap(challenge => {
    const value = tallies.get(rowKey(challenge.rowName))?.value ?? 0
    return changesOf(challenge, value, solver.challenges.get(rowKey(challenge.rowName)))
  })
  for (const { at, cost } of solver.hints.values()) changes.push({ at, points: -cost })
  for (const { at, points } of solver.awards.values()) changes.push({ at, points })
  const made: Points = []
  let points = 0
  for (const change of changes.sort((a, b) => a.at - b.at)) {
    if (change.at >= until) break
    points += change.points
    made.push({ time: new Date(change.at).toISOString(), points })
  }
  return made
}

function changesOf(challenge: ChallengeDefinition, value: number, solved: Solved): Change[] {
  const flags = challenge.flags.flatMap(({ id, share }) => {
    const flag = flagOf(solved, id)
    return flag?.counts ? [{ at: flag.at, share }] : []
  })
  let before = 0
  return flags
    .sort((a, b) => a.at - b.at)
    .map(({ at }, index) => {
      const shares = flags.slice(0, index + 1).map(({ share }) => share)
      const sum = pointsOf(value, shares, shares.length === challenge.flags.length)
      const points = sum - before
      before = sum
      return { at, points }
    })
}
