import type { ChallengeListItem } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { Board, Completion } from './board.ts'

/** The challenges as all accounts of a board's group see them. */
export function listOf(
  { tallies }: Board,
  challenges: readonly ChallengeDefinition[],
): ChallengeListItem[] {
  return challenges.map(challenge => {
    const { categorySlug, slug, name, order, difficulty, tags, requires } = challenge
    const { value = 0, solves = 0, first = null } = tallies.get(rowKey(challenge.rowName)) ?? {}
    return {
      categorySlug,
      slug,
      name,
      order,
      difficulty,
      points: value,
      solves,
      firstBlood: first && shownCompletion(first),
      tags,
      ...(requires.length > 0 && { requires }),
      ...(challenge.environment === null && { hasEnvironment: false }),
    }
  })
}

export const shownCompletion = ({ accountId, displayName, at }: Completion) => ({
  accountId,
  displayName,
  time: new Date(at).toISOString(),
})
