import {
  defaultPreferences,
  type SidebarPreferences,
  type sidebarMachine,
} from '../../../src/machines/sidebar/machine.ts'
import { preferencesOf } from '../../../src/machines/sidebar/selectors.ts'
import type { Oracle } from '../harness/fixtures.ts'

export const stored: SidebarPreferences = {
  filter: '',
  hidesSolved: true,
  folded: ['web'],
  guide: { howTo: 'open' },
}

interface Seen {
  readonly preferences: SidebarPreferences
  readonly asks: readonly string[]
}

const toggled = (folded: readonly string[], slug: string) =>
  folded.includes(slug) ? folded.filter(one => one !== slug) : [...folded, slug]

/** Each choice holds at once, for itself alone, and is stored. What was stored holds until the first choice. */
export const sidebarOracle: Oracle<typeof sidebarMachine> = () => {
  let seen: Seen = { preferences: defaultPreferences, asks: ['restorePreferences'] }
  const choose = (choice: (before: SidebarPreferences) => Partial<SidebarPreferences>) => () => ({
    preferences: { ...seen.preferences, ...choice(seen.preferences) },
    asks: ['storePreferences'],
  })
  const rest = () => ({ ...seen, asks: [] })

  const rules: Readonly<Record<string, () => Seen>> = {
    'restorePreferences answers #0': rest,
    'restorePreferences answers #1': () => ({ preferences: stored, asks: [] }),
    'restorePreferences fails #0': rest,
    'storePreferences answers #0': rest,
    'storePreferences fails #0': rest,
    'sidebar.filtered #0': choose(() => ({ filter: 'web' })),
    'sidebar.filtered #1': choose(() => ({ filter: ' ' })),
    'sidebar.solvedToggled #0': choose(before => ({ hidesSolved: !before.hidesSolved })),
    'sidebar.groupToggled #0': choose(({ folded }) => ({ folded: toggled(folded, 'web') })),
    'sidebar.groupToggled #1': choose(({ folded }) => ({ folded: toggled(folded, 'crypto') })),
    'guide.open #0': choose(({ guide }) => ({ guide: { ...guide, rules: 'open' } })),
    'guide.fold #0': choose(({ guide }) => ({ guide: { ...guide, howTo: 'folded' } })),
  }

  return {
    expect(happened) {
      seen = rules[happened]?.() ?? seen
      return seen
    },
    see: (snapshot, asks): Seen => ({ preferences: preferencesOf(snapshot), asks }),
  }
}
