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

/** Null if nothing readable was stored. */
export const restorePreferences = fromPromise<SidebarPreferences | null>(async () => {
  const stored = preferences.read('sidebar')
  return stored === null ? null : v.parse(StoredSidebar, JSON.parse(stored))
})

export const storePreferences = fromPromise<void, SidebarPreferences>(async ({ input }) =>
  preferences.write('sidebar', JSON.stringify(input)),
)
