import type { ChallengeRef } from '../../api/contract.ts'
import { refOf, sameChallenge } from '../../domain/challenge.ts'
import type { OverviewChallenge, OverviewGroup } from '../../domain/overview.ts'

/** The next challenge that can be solved, in the order of the groups: after `current`, then from the start. */
export function nextChallenge(
  groups: readonly OverviewGroup[],
  current: ChallengeRef,
): OverviewChallenge['challenge'] | undefined {
  const all = groups.flatMap(({ challenges }) => challenges)
  const place = all.findIndex(({ challenge }) => sameChallenge(refOf(challenge), current))
  const inOrder = [...all.slice(place + 1), ...all.slice(0, Math.max(0, place))]
  return inOrder.find(({ isCompleted, needs }) => !isCompleted && needs.length === 0)?.challenge
}
