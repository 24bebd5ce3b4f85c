import {
  defaultPreferences,
  type SidebarPreferences,
  type sidebarMachine,
} from '../../../../src/machines/sidebar/machine.ts'
import { preferencesOf } from '../../../../src/machines/sidebar/selectors.ts'
import { behaviourOf, each } from '../../harness/behaviour.ts'
import { asks, drops } from '../../harness/sights.ts'

const begins = {
  preferences: defaultPreferences,
  underWay: 'restorePreferences' as 'restorePreferences' | 'storePreferences' | null,
}
type Known = typeof begins

/** A choice. It counts at once, and its storing replaces any storing or reading under way. */
const chooses = <Value>(
  choice: (before: SidebarPreferences, value: Value) => Partial<SidebarPreferences>,
) => {
  const after = ({ preferences }: Known, value: Value) => ({
    ...preferences,
    ...choice(preferences, value),
  })
  return {
    see: (known: Known, value: Value) => [
      ...(known.underWay ? [drops(known.underWay)] : []),
      asks('storePreferences', after(known, value)),
    ],
    learn: (known: Known, value: Value): Partial<Known> => ({
      preferences: after(known, value),
      underWay: 'storePreferences',
    }),
  }
}
const rest = { learn: (): Partial<Known> => ({ underWay: null }) }

export const sidebarBehaviour = behaviourOf<typeof sidebarMachine, Known>({
  begins,
  sentences: {
    'The choices of before are read.': {
      on: 'it begins',
      see: () => [asks('restorePreferences')],
    },
    'They hold until the first choice.': {
      on: 'restorePreferences answers',
      learn: (_, stored) => ({ preferences: stored ?? defaultPreferences, underWay: null }),
    },
    ...each(
      ['restorePreferences fails', 'storePreferences answers', 'storePreferences fails'] as const,
      on => `A choice holds whatever the store says (${on}).`,
      () => rest,
    ),
    'What is typed filters.': {
      on: 'sidebar.filtered',
      ...chooses<{ filter: string }>((_, { filter }) => ({ filter })),
    },
    'Solved ones are hidden, or shown again.': {
      on: 'sidebar.solvedToggled',
      ...chooses<unknown>(({ hidesSolved }) => ({ hidesSolved: !hidesSolved })),
    },
    'A category folds by itself, but not while a filter shows what it finds in each.': {
      on: 'sidebar.groupToggled',
      if: ({ preferences }) => preferences.filter.trim() === '',
      ...chooses<{ categorySlug: string }>(({ folded }, { categorySlug }) => ({
        folded: folded.includes(categorySlug)
          ? folded.filter(slug => slug !== categorySlug)
          : [...folded, categorySlug],
      })),
    },
    'A text of home opens.': {
      on: 'guide.open',
      ...chooses<{ part: string }>(({ guide }, { part }) => ({
        guide: { ...guide, [part]: 'open' },
      })),
    },
    'And folds.': {
      on: 'guide.fold',
      ...chooses<{ part: string }>(({ guide }, { part }) => ({
        guide: { ...guide, [part]: 'folded' },
      })),
    },
  },
  shows: { 'the choices': [preferencesOf, ({ preferences }) => preferences] },
})
