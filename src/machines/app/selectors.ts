import type { SnapshotFrom } from 'xstate'
import type { appMachine } from './machine.ts'

/** Somebody is signed in, and all is known that decides which page is shown. */
export const isReady = (snapshot: SnapshotFrom<typeof appMachine>) =>
  snapshot.matches({ running: { signedIn: 'ready' } })
