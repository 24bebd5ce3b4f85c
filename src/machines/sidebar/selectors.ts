import type { SnapshotFrom } from 'xstate'
import type { SidebarPreferences, sidebarMachine } from './machine.ts'

/** The same reference until it changes. */
export const preferencesOf = (snapshot: SnapshotFrom<typeof sidebarMachine>): SidebarPreferences =>
  snapshot.context
