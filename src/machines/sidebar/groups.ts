import type { AccountStats, Category, ChallengeListItem, ChallengeRef } from '../../api/contract.ts'
import { type Catalogue, challengeKey, challengeNameIn, refOf } from '../../domain/challenge.ts'
import type { SidebarPreferences } from './machine.ts'

export interface SidebarChallenge {
  readonly challenge: ChallengeListItem
  readonly isRunning: boolean
  readonly isCompleted: boolean
}

export interface SidebarGroup {
  readonly category: Category
  /** Those that the preferences show. */
  readonly challenges: readonly SidebarChallenge[]
  /** Of all challenges of the category. */
  readonly completed: number
  readonly total: number
}

type Stats = Pick<AccountStats, 'runningChallenges' | 'completedChallenges'>

const keysOf = (challenges: readonly ChallengeRef[] = []) => new Set(challenges.map(challengeKey))

const byOrderThenName = <T extends { order: number; name: string }>(a: T, b: T) =>
  a.order - b.order || a.name.localeCompare(b.name)

/**
 * The challenges by category, both sorted by order, then by name. The open challenge (`current`) is
 * always listed. A category without challenges is left out.
 */
export function sidebarGroups(
  { categories, challenges }: Catalogue,
  stats: Stats | undefined,
  preferences: SidebarPreferences,
  current: ChallengeRef | null,
): readonly SidebarGroup[] {
  const running = keysOf(stats?.runningChallenges.running)
  const completed = keysOf(stats?.completedChallenges)
  const currentKey = current && challengeKey(current)
  const wanted = preferences.filter.trim().toLocaleLowerCase()

  const listed = challenges.toSorted(byOrderThenName).map(challenge => {
    const key = challengeKey(refOf(challenge))
    const isCompleted = completed.has(key)
    const isHidden =
      (preferences.hidesSolved && isCompleted) ||
      !challenge.name.toLocaleLowerCase().includes(wanted)
    const entry = { challenge, isRunning: running.has(key), isCompleted }
    return { entry, isShown: key === currentKey || !isHidden }
  })
  return categories
    .toSorted(byOrderThenName)
    .map(category => {
      const own = listed.filter(({ entry }) => entry.challenge.categorySlug === category.slug)
      return {
        category,
        challenges: own.filter(one => one.isShown).map(one => one.entry),
        completed: own.filter(one => one.entry.isCompleted).length,
        total: own.length,
      }
    })
    .filter(group => group.challenges.length > 0)
}

export interface RunningChallenge extends ChallengeRef {
  readonly name: string
}

/** Everything that runs, by name. A challenge that is not in the catalogue has its slug as name. */
export function runningChallenges(
  catalogue: Catalogue | undefined,
  stats: Stats | undefined,
): readonly RunningChallenge[] {
  return (stats?.runningChallenges.running ?? [])
    .map(challenge => ({ ...challenge, name: challengeNameIn(catalogue, challenge) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
