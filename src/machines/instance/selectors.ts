import type { SnapshotFrom } from 'xstate'
import type { instanceMachine } from './machine.ts'
import { isLimitReached } from './rules.ts'

type Snapshot = SnapshotFrom<typeof instanceMachine>

export type EnvironmentState = 'unknown' | 'notRunning' | 'starting' | 'running' | 'stopping'

/** The environment's state, as far as it is known. */
export function stateOf({ value }: Snapshot): EnvironmentState {
  const { environment } = value
  const state = typeof environment === 'string' ? environment : Object.keys(environment)[0]
  return state === 'deciding' ? 'unknown' : (state as EnvironmentState)
}

export const isRequestingStart = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { notRunning: 'requesting' } })
export const isAborting = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { starting: 'aborting' } })
export const isExtending = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { running: 'extending' } })
export const isRequestingStop = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { running: 'requestingStop' } })
/** The state is being read. */
export const isReading = ({ context }: Snapshot) => context.reading.isFetching
/** The last extension was refused a moment ago. */
export const wasExtensionRefused = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { running: 'refused' } })

/** The account runs as many other environments as it may, by its stats or by the server's refusal. */
export const hasTooMany = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { notRunning: 'limitReached' } }) ||
  isLimitReached(snapshot.context.stats, snapshot.context.input.challenge)
/** The start was accepted, but nothing runs. */
export const hasStartFailed = (snapshot: Snapshot) =>
  snapshot.matches({ environment: { notRunning: 'startFailed' } })
/** The challenge cannot be started at all. */
export const isStartForbidden = (snapshot: Snapshot) => snapshot.context.isStartAllowed === false

export const endpointsOf = ({ context }: Snapshot) => context.reading.data?.exposedEndpoints ?? none
export const scheduledStopOf = ({ context }: Snapshot) =>
  context.reading.data?.scheduledStopTime ?? null
export const actionFailureOf = ({ context }: Snapshot) => context.actionFailure
export const readFailureOf = ({ context }: Snapshot) => context.reading.failure
export const instanceUpdatedAt = ({ context }: Snapshot) => context.reading.updatedAt

const none: readonly never[] = []
