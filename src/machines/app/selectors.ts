import type { SnapshotFrom } from 'xstate'
import type { appMachine } from './machine.ts'

/** Somebody is signed in, and the page can be decided. */
export const isReady = (snapshot: SnapshotFrom<typeof appMachine>) =>
  snapshot.matches({ running: { signedIn: 'ready' } })

/** Somebody is signed in, and data that every page needs is not there yet. */
export const isFirstLoad = (snapshot: SnapshotFrom<typeof appMachine>) =>
  snapshot.matches({ running: { signedIn: 'loading' } })
