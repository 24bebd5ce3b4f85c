import { type Actor, createActor, fromPromise } from 'xstate'
import type { Instance } from '../../src/api/contract.ts'
import type { RoomRequest } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { timersOf } from '../runtime/timers.ts'
import type { EnvironmentDriver, EnvironmentSpec } from './driver.ts'
import { type LeaseInput, type LeaseSnapshot, leaseMachine } from './lease.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

export interface HoldingOptions {
  id: string
  participantId: string
  category: string
  slug: string
  lease: Omit<LeaseInput, 'now'>
  /** What the database has of one that is to be started. */
  recorded: EnvironmentRow['state']
  /** Asked for only when it is to be started. */
  spec: () => EnvironmentSpec
  driver: EnvironmentDriver
  store: EnvironmentStore
  /** Its room on this machine, or its place in the queue for it. */
  room: RoomRequest
  /** Lets only so many start at once. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
  /** Told how each start ended that nobody aborted; the challenge like `web/shop`. */
  onStart: (challenge: string, outcome: 'started' | 'failed') => void
  clock: Clock
  log: Log
}

/** One environment that an account holds: its lease, wired to the engine and the database. */
export interface Holding {
  readonly id: string
  readonly category: string
  readonly slug: string
  readonly lease: Actor<typeof leaseMachine>
  instance(): Instance
  /** Resolves when the database has what was the case when it was called. */
  recorded(): Promise<void>
  /** Resolves when it has come up, or has not, and after `patienceMs` in any case. */
  decided(patienceMs: number): Promise<void>
  /** Resolves when the place is free again. */
  readonly gone: Promise<void>
}

export function createHolding(options: HoldingOptions): Holding {
  const { id, participantId, category, slug, driver, store, room, clock } = options
  const challenge = `${category}/${slug}`
  const log = options.log.child({ environment: id, participantId, challenge })
  let start: Promise<unknown> = Promise.resolve()
  let records: Promise<void> = Promise.resolve()

  const machine = leaseMachine.provide({
    actors: {
      bringUp: fromPromise(async ({ signal }) => {
        const begin = async () => {
          signal.throwIfAborted()
          return driver.start(options.spec(), signal)
        }
        const begun = room.granted(signal).then(() => {
          record(lease.getSnapshot())
          return options.inTurn(begin)
        })
        start = begun
        try {
          const { endpoints } = await begun
          options.onStart(challenge, 'started')
          return endpoints
        } catch (error) {
          if (!signal.aborted) options.onStart(challenge, 'failed')
          throw error
        }
      }),
      bringDown: fromPromise(async () => {
        // An aborted start clears up behind itself; the engine is to know the id by then.
        await Promise.all([start.catch(() => {}), driver.stop(id)])
      }),
      release: fromPromise(async () => {
        await records
        await store.release(id)
      }),
    },
  })
  const lease = createActor(machine, {
    input: { ...options.lease, now: clock.now },
    clock: timersOf(clock),
  })

  const instance = (): Instance => {
    const instance = instanceOf(lease.getSnapshot())
    const position = instance.state === 'starting' ? room.position() : null
    return position === null ? instance : { ...instance, queue: { position } }
  }

  // A claim is recorded as it is made.
  let last = options.lease.found ? '' : `${options.recorded} null`
  const record = (snapshot: LeaseSnapshot) => {
    const { scheduledStopTime, exposedEndpoints: endpoints, queue, ...now } = instance()
    const state = queue ? 'queued' : now.state
    const facts = `${state} ${scheduledStopTime}`
    if (facts === last || snapshot.matches('releasing') || snapshot.status !== 'active') return
    last = facts
    const scheduledStop = scheduledStopTime === null ? null : new Date(scheduledStopTime)
    records = records
      .then(() => store.update(id, { state, scheduledStop, endpoints }))
      .catch(error => log.error({ err: error }, 'the state of an environment was not recorded'))
  }
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  lease.subscribe({
    next: record,
    complete() {
      room.leave()
      const { status, context } = lease.getSnapshot()
      // Else the platform lets go of it.
      if (status !== 'done') return
      const { failure } = context
      if (failure === null) log.info('an environment was stopped')
      else log.error({ reason: failure }, 'an environment failed')
      resolve()
    },
    error: error => log.error({ err: error }, 'a lease broke'),
  })
  lease.start()

  return {
    ...{ id, category, slug, lease, gone },
    instance,
    recorded: () => records,
    async decided(patienceMs) {
      if (patienceMs === 0 || room.position() !== null) return
      const { promise: end, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(patienceMs, resolve)
      const next = (snapshot: LeaseSnapshot) => snapshot.matches('starting') || resolve()
      const subscription = lease.subscribe({ next, complete: resolve })
      await end
      cancel()
      subscription.unsubscribe()
    },
  }
}

function instanceOf(snapshot: LeaseSnapshot): Instance {
  const { stopAt, endpoints } = snapshot.context
  if (snapshot.matches('running'))
    return {
      state: 'running',
      scheduledStopTime: stopAt === null ? null : new Date(stopAt).toISOString(),
      exposedEndpoints: endpoints,
    }
  const state =
    snapshot.status !== 'active'
      ? 'not-running'
      : snapshot.matches('starting')
        ? 'starting'
        : 'stopping'
  return { state, scheduledStopTime: null, exposedEndpoints: [] }
}
