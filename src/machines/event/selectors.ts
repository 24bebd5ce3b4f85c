import type { SnapshotFrom } from 'xstate'
import type { Phase } from '../../domain/facts.ts'
import type { eventMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof eventMachine>

/** Null until the metadata is known. */
export function phaseOf(snapshot: Snapshot): Phase | null {
  const known = typeof snapshot.value === 'object' ? snapshot.value.known : null
  return known === null || known === 'deciding' ? null : known
}

export const metadataOf = (snapshot: Snapshot) => snapshot.context.metadata
