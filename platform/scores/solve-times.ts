import type { SolveTimes } from '../../src/api/contract.ts'
import { challengeKey } from '../event/challenge-key.ts'
import type { EventDefinition } from '../event/model.ts'
import type { Solver } from './solver.ts'

/**
 * When each flag was solved by the accounts of one group before `until` (milliseconds since the epoch),
 * earliest first; without post-play.
 */
export function solveTimesOf(
  solvers: readonly Solver[],
  event: EventDefinition,
  until: number,
): SolveTimes {
  const timesOf = (key: string, flagId: string) =>
    solvers
      .flatMap(solver => solver.challenges.get(key)?.get(flagId) ?? [])
      .filter(flag => flag.counts && flag.at.getTime() < until)
      .map(flag => flag.at.toISOString())
      .sort()
  return {
    categories: event.categories.map(category => ({
      name: category.name,
      challengeSolves: event.challenges
        .filter(challenge => challenge.categorySlug === category.slug)
        .map(challenge => ({
          name: challenge.name,
          flagSolves: challenge.flags.map(flag => ({
            solveTimes: timesOf(challengeKey(challenge.rowName), flag.id),
          })),
        })),
    })),
  }
}
