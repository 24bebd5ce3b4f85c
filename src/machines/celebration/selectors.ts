import type { SnapshotFrom } from 'xstate'
import type { celebrationMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof celebrationMachine>

/** What the last accepted flag brought; null before one, after the next answer, and after the page was left. */
export const gainOf = ({ context }: Snapshot) => context.gain
export const isCelebrating = (snapshot: Snapshot) => snapshot.matches('celebrating')
