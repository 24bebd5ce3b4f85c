import type { SnapshotFrom } from 'xstate'
import type { schemeMachine } from './machine.ts'

export const schemeOf = (snapshot: SnapshotFrom<typeof schemeMachine>) => snapshot.context.scheme
