import type { SnapshotFrom } from 'xstate'
import type { eventMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof eventMachine>

export type Phase = 'upcoming' | 'running' | 'postPlay' | 'over'

/** Null until the metadata is known. */
export function phaseOf(snapshot: Snapshot): Phase | null {
  const known = typeof snapshot.value === 'object' ? snapshot.value.known : null
  return known === null || known === 'deciding' ? null : known
}

export const metadataOf = (snapshot: Snapshot) => snapshot.context.metadata
