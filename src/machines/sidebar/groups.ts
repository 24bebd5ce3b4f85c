import type { AccountStats, ChallengeRef } from '../../api/contract.ts'
import { type Catalogue, challengeNameIn, refOf, sameChallenge } from '../../domain/challenge.ts'
import type { NamedChallenge, OverviewChallenge, OverviewGroup } from '../../domain/overview.ts'
import { byName } from '../../domain/text/order-by-name.ts'
import { isFiltered, type SidebarPreferences } from './machine.ts'

/** A category that is folded lists only the open challenge. */
export interface FoldableGroup extends OverviewGroup {
  readonly isFolded: boolean
}

/**
 * The challenges that the filter shows. The open challenge (`current`) is always listed. A category without
 * challenges is left out. The numbers of a category are those of all its challenges.
 */
export function shownGroups(
  overview: readonly OverviewGroup[],
  preferences: Pick<SidebarPreferences, 'filter' | 'hidesSolved'>,
  current: ChallengeRef | null,
): readonly OverviewGroup[] {
  const isShown = (one: OverviewChallenge) =>
    isCurrent(one, current) ||
    (fits(one, preferences.filter) && !(preferences.hidesSolved && one.isCompleted))
  return overview
    .map(group => ({ ...group, challenges: group.challenges.filter(isShown) }))
    .filter(group => group.challenges.length > 0)
}

/** As `shownGroups`, with the categories that the user folded. Challenges that a filter finds are not folded. */
export function sidebarGroups(
  overview: readonly OverviewGroup[],
  preferences: SidebarPreferences,
  current: ChallengeRef | null,
): readonly FoldableGroup[] {
  const folded = isFiltered(preferences) ? [] : preferences.folded
  return shownGroups(overview, preferences, current).map(group => {
    const isFolded = folded.includes(group.category.slug)
    const challenges = group.challenges.filter(one => !isFolded || isCurrent(one, current))
    return { ...group, challenges, isFolded }
  })
}

export const isCurrent = ({ challenge }: OverviewChallenge, current: ChallengeRef | null) =>
  current !== null && sameChallenge(refOf(challenge), current)

/** A part of the name, or of a tag. */
function fits({ challenge, tags }: OverviewChallenge, filter: string) {
  const wanted = filter.trim().toLocaleLowerCase()
  return [challenge.name, ...tags].some(text => text.toLocaleLowerCase().includes(wanted))
}

type Running = Pick<AccountStats, 'runningChallenges'>

/** Everything that runs, by name. A challenge that is not in the catalogue has its slug as name. */
export function runningChallenges(
  catalogue: Catalogue | undefined,
  stats: Running | undefined,
): readonly NamedChallenge[] {
  return (stats?.runningChallenges.running ?? [])
    .map(challenge => ({ ...challenge, name: challengeNameIn(catalogue, challenge) }))
    .toSorted(byName)
}
