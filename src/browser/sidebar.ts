import * as v from 'valibot'
import { fromPromise } from 'xstate'
import type { SidebarPreferences } from '../machines/sidebar/machine.ts'
import { preferences } from './preferences.ts'

const Choice = v.optional(v.picklist(['open', 'folded']))

/** An older build stored fewer fields. */
const StoredSidebar = v.object({
  filter: v.string(),
  hidesSolved: v.boolean(),
  folded: v.optional(v.array(v.string()), []),
  guide: v.optional(v.object({ howTo: Choice, rules: Choice }), {}),
})

/** Null: nothing is stored. Throws if it is not readable. */
export const readSidebar = (stored: string | null): SidebarPreferences | null =>
  stored === null ? null : v.parse(StoredSidebar, JSON.parse(stored))

export const restorePreferences = fromPromise<SidebarPreferences | null>(async () =>
  readSidebar(preferences.read('sidebar')),
)

export const storePreferences = fromPromise<void, SidebarPreferences>(async ({ input }) =>
  preferences.write('sidebar', JSON.stringify(input)),
)
