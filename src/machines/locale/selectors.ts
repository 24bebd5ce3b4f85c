import type { SnapshotFrom } from 'xstate'
import type { localeMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof localeMachine>

export const localeOf = (snapshot: Snapshot) => snapshot.context.locale
