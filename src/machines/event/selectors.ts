import type { SnapshotFrom } from 'xstate'
import type { Extension } from '../../api/contract.ts'
import { hasExtension } from '../../domain/extensions.ts'
import type { Phase } from '../../domain/facts.ts'
import type { eventMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof eventMachine>

/** Null until the metadata is known. */
export function phaseOf(snapshot: Snapshot): Phase | null {
  const phase = typeof snapshot.value === 'object' ? snapshot.value.known.phase : null
  return phase === null || phase === 'deciding' ? null : phase
}

export const metadataOf = (snapshot: Snapshot) => snapshot.context.metadata

/** Whether the organisers let nobody play for now. */
export const isPaused = (snapshot: Snapshot) =>
  phaseOf(snapshot) === 'running' && snapshot.context.metadata?.isPaused === true

/** Whether the event is a past one, for reading only. */
export const isReadOnly = (snapshot: Snapshot) => snapshot.context.metadata?.isReadOnly === true

/** When the event ends; once it has ended, when its challenges close. Null until it is known, or if they never do. */
export function nextEndOf(snapshot: Snapshot): string | null {
  const { metadata } = snapshot.context
  if (isReadOnly(snapshot)) return null
  const isOver = phaseOf(snapshot) === 'postPlay' || phaseOf(snapshot) === 'over'
  return (isOver ? metadata?.ctfPostPlayEnd : metadata?.ctfEnd) ?? null
}

/** Selects whether the backend has what the name stands for. */
export const selectHas = (name: Extension) => (snapshot: Snapshot) =>
  hasExtension(snapshot.context.metadata, name)
