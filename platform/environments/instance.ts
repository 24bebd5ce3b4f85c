import type { Instance } from '../../src/api/contract.ts'
import type { LeaseSnapshot } from './lease.ts'
import type { EnvironmentRow } from './store.ts'

/** The instance for the wire of an environment of this replica, without its position in the queue. */
export function instanceOfLease(snapshot: LeaseSnapshot): Instance {
  const { stopAt, endpoints } = snapshot.context
  if (snapshot.matches('running'))
    return running(stopAt === null ? null : new Date(stopAt), endpoints)
  if (snapshot.status !== 'active') return withoutAddresses('not-running')
  const isStarting = snapshot.matches('starting') || snapshot.matches('restarting')
  return withoutAddresses(isStarting ? 'starting' : 'stopping')
}

/** The same of an environment of another replica. */
export function instanceOfRow({ state, scheduledStop, endpoints }: EnvironmentRow): Instance {
  if (state === 'running') return running(scheduledStop, endpoints)
  return withoutAddresses(state === 'queued' ? 'starting' : state)
}

const running = (stop: Date | null, exposedEndpoints: Instance['exposedEndpoints']): Instance => ({
  state: 'running',
  scheduledStopTime: stop?.toISOString() ?? null,
  exposedEndpoints,
})

/** Participants see addresses and the time of the stop only while an environment runs. */
const withoutAddresses = (state: Instance['state']): Instance => ({
  state,
  scheduledStopTime: null,
  exposedEndpoints: [],
})
