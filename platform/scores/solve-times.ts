import type { SolveTimes } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition, EventDefinition } from '../event/model.ts'
import { flagOf, type Solver } from './solver.ts'
import type { Standings } from './standings.ts'

type ChallengeSolves = SolveTimes['categories'][number]['challengeSolves'][number]

/** Answers by the list of a challenge's solvers, which is another object after each change. */
const made = new WeakMap<readonly Solver[], ChallengeSolves['flagSolves']>()

/**
 * When each flag was solved by the accounts of one group before `until` (milliseconds since the epoch),
 * earliest first; without post-play.
 */
export function solveTimesOf(
  standings: Pick<Standings, 'solversOf'>,
  event: EventDefinition,
  until: number,
): SolveTimes {
  const flagSolves = (challenge: ChallengeDefinition) => {
    const solvers = standings.solversOf(rowKey(challenge.rowName))
    const known = made.get(solvers) ?? flagSolvesOf(solvers, challenge, until)
    made.set(solvers, known)
    return known
  }
  return {
    categories: event.categories.map(category => ({
      name: category.name,
      challengeSolves: event.challenges
        .filter(challenge => challenge.categorySlug === category.slug)
        .map(challenge => ({ name: challenge.name, flagSolves: flagSolves(challenge) })),
    })),
  }
}

function flagSolvesOf(solvers: readonly Solver[], challenge: ChallengeDefinition, until: number) {
  const key = rowKey(challenge.rowName)
  return challenge.flags.map(({ id }) => {
    const times: number[] = []
    for (const solver of solvers) {
      const flag = flagOf(solver.challenges.get(key), id)
      if (flag?.counts && flag.at < until) times.push(flag.at)
    }
    times.sort((a, b) => a - b)
    return { solveTimes: times.map(at => new Date(at).toISOString()) }
  })
}
