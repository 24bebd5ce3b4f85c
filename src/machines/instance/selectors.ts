import type { SnapshotFrom } from 'xstate'
import type { instanceMachine } from './machine.ts'
import { isLimitReached } from './rules.ts'

type Snapshot = SnapshotFrom<typeof instanceMachine>

export type ShownState = 'unknown' | 'notRunning' | 'starting' | 'running' | 'stopping'

/** The environment's state, as far as it is known. */
export function stateOf({ value }: Snapshot): ShownState {
  const { instance } = value
  const state = typeof instance === 'string' ? instance : Object.keys(instance)[0]
  return state === 'deciding' ? 'unknown' : (state as ShownState)
}

export const isRequestingStart = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { notRunning: 'requesting' } })
export const isAborting = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { starting: 'aborting' } })
export const isExtending = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { running: 'extending' } })
export const isRequestingStop = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { running: 'requestingStop' } })
/** The state is not known yet, and no read has failed. */
export const isUnread = (snapshot: Snapshot) =>
  stateOf(snapshot) === 'unknown' && readFailureOf(snapshot) === null
/** The state is being read. */
export const isReading = ({ context }: Snapshot) => context.reading.isFetching
/** The last extension was refused a moment ago. */
export const isRefusalNew = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { running: 'refused' } })

/** The account runs as many other environments as it may, by its stats or by the server's refusal. */
export const hasTooMany = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { notRunning: 'limitReached' } }) ||
  isLimitReached(snapshot.context.stats, snapshot.context.input.challenge)
/** The start was accepted, but nothing runs. */
export const hasStartFailed = (snapshot: Snapshot) =>
  snapshot.matches({ instance: { notRunning: 'startFailed' } })
/** How the last one ended by itself, while nothing runs and nothing is requested; null: not known. */
export const endOf = (snapshot: Snapshot) =>
  stateOf(snapshot) === 'notRunning' && !isRequestingStart(snapshot)
    ? (snapshot.context.reading.data?.ended ?? null)
    : null
/** Nothing can be started while the event is paused. */
export const isPaused = ({ context }: Snapshot) => context.facts.isPaused
/** The challenge cannot be started at all. */
export const isStartForbidden = (snapshot: Snapshot) => snapshot.context.canBeStarted === false

export const endpointsOf = ({ context }: Snapshot) => context.reading.data?.exposedEndpoints ?? none
export const stopTimeOf = ({ context }: Snapshot) => context.reading.data?.scheduledStopTime ?? null
/** Its position in the queue, from 1, while the platform has no room for it; null: it does not wait. */
export const queuePositionOf = ({ context }: Snapshot) =>
  context.reading.data?.queue?.position ?? null
/** The time from which on it can be extended; null: no longer; undefined: not known. */
export const extendableFromOf = ({ context }: Snapshot) => context.reading.data?.extendableFrom
export const changeFailureOf = ({ context }: Snapshot) => context.changeFailure
export const readFailureOf = ({ context }: Snapshot) => context.reading.failure
export const readAtOf = ({ context }: Snapshot) => context.reading.updatedAt

const none: readonly never[] = []
