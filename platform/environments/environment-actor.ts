import { type Actor, createActor, fromPromise } from 'xstate'
import type { Instance } from '../../src/api/contract.ts'
import type { Reservation } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import { createLatestState } from '../database/latest-state.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { Log } from '../log.ts'
import { timersOf } from '../runtime/timers.ts'
import type { EnvironmentDriver, EnvironmentSpec } from './driver.ts'
import { instanceOfLease } from './instance.ts'
import { type LeaseInput, type LeaseSnapshot, leaseMachine } from './lease.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

/** An environment that did not start, or ended by itself, for the organiser. */
export interface EnvironmentFailure {
  accountId: string
  category: string
  slug: string
  reason: string
  /** Milliseconds since the epoch. */
  at: number
}

export interface EnvironmentActorOptions {
  id: string
  accountId: string
  category: string
  slug: string
  lease: Omit<LeaseInput, 'now'>
  /** The state in the database at the beginning. */
  initialState: EnvironmentRow['state']
  /** A function, because a found environment needs no spec. */
  spec: () => EnvironmentSpec
  driver: EnvironmentDriver
  store: EnvironmentStore
  /** The environment's memory on this host, or its position in the queue. */
  reservation: Reservation
  /** A semaphore: how many start at once. */
  limitStarts: <T>(task: () => Promise<T>) => Promise<T>
  /** Called when a start has succeeded or failed, unless it was aborted. `challenge` is its key. */
  onStartEnded: (challenge: string, outcome: 'started' | 'failed') => void
  /** Called when it did not start, or ended by itself. */
  onFailure: (failed: EnvironmentFailure) => void
  clock: Clock
  log: Log
}

/** One environment of an account: its lease, joined to the engine and the database. */
export interface EnvironmentActor {
  readonly id: string
  readonly category: string
  readonly slug: string
  /** The `rowKey`. */
  readonly challenge: string
  /** `stop` is hidden: use `detach`. */
  readonly lease: Pick<Actor<typeof leaseMachine>, 'send' | 'getSnapshot'>
  instance(): Instance
  /** Resolves when the state at the time of the call is in the database. */
  flush(): Promise<void>
  /** Resolves when the environment runs or has failed, at the latest after `timeoutMs`. */
  settled(timeoutMs: number): Promise<void>
  /** Resolves when its row is deleted. */
  readonly released: Promise<void>
  /** Stops managing the environment, which keeps running. The event `lease.stop` ends it. */
  detach(): void
}

export function createEnvironmentActor(options: EnvironmentActorOptions): EnvironmentActor {
  const { id, accountId, category, slug, driver, store, reservation, clock } = options
  const challenge = rowKey({ category, slug })
  const log = options.log.child({ environment: id, accountId, challenge })
  let start: Promise<unknown> = Promise.resolve()

  const machine = leaseMachine.provide({
    actors: {
      bringUp: fromPromise(async ({ signal }) => {
        const begin = async () => {
          // It waited until the event was over, and would be stopped at once.
          if (options.lease.terms().end <= clock.now()) lease.send({ type: 'lease.stop' })
          signal.throwIfAborted()
          return driver.start(options.spec(), signal)
        }
        const begun = reservation.allocated(signal).then(() => {
          save(lease.getSnapshot())
          return options.limitStarts(begin)
        })
        start = begun
        try {
          const { endpoints } = await begun
          options.onStartEnded(challenge, 'started')
          return endpoints
        } catch (error) {
          if (!signal.aborted) options.onStartEnded(challenge, 'failed')
          throw error
        }
      }),
      bringDown: fromPromise(async () => {
        // An aborted start cleans up after itself. The row is deleted only when that is done.
        await Promise.all([start.catch(() => {}), driver.stop(id)])
      }),
      release: fromPromise(async () => {
        await row.end()
        const { end } = lease.getSnapshot().context
        await store.release(id, end)
      }),
    },
  })
  const lease = createActor(machine, {
    input: { ...options.lease, now: clock.now },
    clock: timersOf(clock),
  })

  const instance = (): Instance => {
    const instance = instanceOfLease(lease.getSnapshot())
    const position = instance.state === 'starting' ? reservation.position() : null
    return position === null ? instance : { ...instance, queue: { position } }
  }

  const row = createLatestState(
    (to: Parameters<EnvironmentStore['update']>[1]) => store.update(id, to),
    clock,
    error => log.error({ err: error }, 'the state of an environment was not saved yet'),
  )
  // The row of a new environment was inserted with this state.
  let lastSaved = options.lease.found ? '' : `${options.initialState} null`
  const save = (snapshot: LeaseSnapshot) => {
    const { scheduledStopTime, exposedEndpoints: endpoints, queue, ...now } = instance()
    const state = queue ? 'queued' : now.state
    const next = `${state} ${scheduledStopTime}`
    if (next === lastSaved || snapshot.matches('releasing') || snapshot.status !== 'active') return
    lastSaved = next
    const scheduledStop = scheduledStopTime === null ? null : new Date(scheduledStopTime)
    row.save({ state, scheduledStop, endpoints })
  }
  const { promise: released, resolve } = Promise.withResolvers<void>()
  lease.subscribe({
    next: save,
    complete() {
      reservation.release()
      const { status, context } = lease.getSnapshot()
      // The actor was stopped: the platform closes, or another replica took the environment over.
      if (status !== 'done') return
      const { failure } = context
      if (failure === null) log.info('an environment was stopped')
      else {
        log.error({ reason: failure }, 'an environment failed')
        options.onFailure({ accountId, category, slug, reason: failure, at: clock.now() })
      }
      resolve()
    },
    error: error => log.error({ err: error }, 'a lease broke'),
  })
  lease.start()

  return {
    id,
    category,
    slug,
    challenge,
    lease,
    released,
    instance,
    flush: row.flush,
    detach() {
      lease.stop()
      void row.end()
    },
    async settled(timeoutMs) {
      if (timeoutMs === 0 || reservation.position() !== null) return
      const { promise: settled, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(timeoutMs, resolve)
      const next = (snapshot: LeaseSnapshot) => snapshot.matches('starting') || resolve()
      const subscription = lease.subscribe({ next, complete: resolve })
      await settled
      cancel()
      subscription.unsubscribe()
    },
  }
}
