import type { AccountStats, Category, ChallengeListItem, ChallengeRef } from '../../api/contract.ts'
import type { Catalogue } from '../app/context.ts'
import type { SidebarPreferences } from './machine.ts'

export interface SidebarChallenge {
  readonly challenge: ChallengeListItem
  readonly isRunning: boolean
  readonly isCompleted: boolean
}

export interface SidebarGroup {
  readonly category: Category
  /** Those that the preferences let through. */
  readonly challenges: readonly SidebarChallenge[]
  /** Of all challenges of the category. */
  readonly completed: number
  readonly total: number
}

type Stats = Pick<AccountStats, 'runningChallenges' | 'completedChallenges'>

const keyOf = (category: string, slug: string) => `${category}/${slug}`
const keysOf = (refs: readonly ChallengeRef[] = []) =>
  new Set(refs.map(ref => keyOf(ref.categorySlug, ref.challengeSlug)))

const byOrderThenName = <T extends { order: number; name: string }>(a: T, b: T) =>
  a.order - b.order || a.name.localeCompare(b.name)

/**
 * The challenges by category, both sorted by order, then by name. The challenge that is shown
 * (`current`) is listed whatever the preferences say; a category without challenges is left out.
 */
export function sidebarGroups(
  { categories, challenges }: Catalogue,
  stats: Stats | undefined,
  preferences: SidebarPreferences,
  current: { readonly category: string; readonly slug: string } | null,
): readonly SidebarGroup[] {
  const running = keysOf(stats?.runningChallenges.running)
  const completed = keysOf(stats?.completedChallenges)
  const currentKey = current && keyOf(current.category, current.slug)
  const wanted = preferences.filter.trim().toLocaleLowerCase()

  const listed = challenges.toSorted(byOrderThenName).map(challenge => {
    const key = keyOf(challenge.categorySlug, challenge.slug)
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

/** What a challenge is called; its slug, where the catalogue does not know it. */
export const nameOf = (catalogue: Catalogue | undefined, ref: ChallengeRef): string =>
  catalogue?.challenges.find(
    one => one.categorySlug === ref.categorySlug && one.slug === ref.challengeSlug,
  )?.name ?? ref.challengeSlug

/** Everything that runs, by name; a challenge that the catalogue does not know goes by its slug. */
export function runningChallenges(
  catalogue: Catalogue | undefined,
  stats: Stats | undefined,
): readonly RunningChallenge[] {
  const names = new Map(
    catalogue?.challenges.map(one => [keyOf(one.categorySlug, one.slug), one.name]),
  )
  return (stats?.runningChallenges.running ?? [])
    .map(ref => ({
      ...ref,
      name: names.get(keyOf(ref.categorySlug, ref.challengeSlug)) ?? ref.challengeSlug,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
