import { randomBytes } from 'node:crypto'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import type { FlugzeugStatus } from '../../src/api/contract.ts'
import type { Reservation } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import { createLatestState } from '../database/latest-state.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { LeaseTerms } from '../runtime/lease-terms.ts'
import { timersOf } from '../runtime/timers.ts'
import type { DesktopDriver } from './driver.ts'
import { type DesktopBeginning, platformDesktopMachine } from './machine.ts'
import type { DesktopRecords, DesktopState } from './records.ts'

interface DesktopOptions {
  id: string
  begins: DesktopBeginning
  terms: () => LeaseTerms
  clock: Clock
  log: Log
  driver: DesktopDriver
  /** Requests memory on this host; takes it for a desktop that runs already. */
  reserve: (isRunning: boolean) => Reservation
  /** Resolves when the event's files that its user will see are there. */
  ready: () => Promise<void>
  records: DesktopRecords
  /** Called when it does not run any more. */
  onDown: () => void
  /** Called when its sharing begins or ends. */
  onViewChanged: () => void
  /** Called when its home is deleted. */
  onRemoved: () => void
}

const statuses = {
  deciding: 'stopped',
  provisioning: 'provisioning',
  starting: 'starting',
  running: 'running',
  stopping: 'stopping',
  removing: 'stopping',
  removed: 'stopped',
  stopped: 'stopped',
  error: 'error',
} as const satisfies Record<string, FlugzeugStatus>

export type Desktop = ReturnType<typeof createDesktop>

/** One user's desktop: its machine, joined to its driver and to its row in the database. */
export function createDesktop(options: DesktopOptions) {
  const { id, begins, terms, clock, log, driver, reserve } = options
  const { records, ready, onDown, onViewChanged, onRemoved } = options
  let reservation = begins.from === 'running' ? reserve(true) : null
  const machine = platformDesktopMachine.provide({
    actors: {
      provision: fromPromise(({ input }) => driver.provision(input)),
      start: fromPromise(async ({ input, signal }) => {
        reservation = reserve(false)
        await reservation.allocated(signal)
        await ready()
        // It waited until the event was over, and would be stopped at once.
        if (terms().end <= clock.now()) actor.send({ type: 'desktop.stop' })
        signal.throwIfAborted()
        await driver.start(input, signal)
      }),
      stop: fromPromise(({ input }) => driver.stop(input)),
      remove: fromPromise(async ({ input }) => {
        await driver.remove(input)
        await records.remove(input)
      }),
    },
  })
  const actor = createActor(machine, {
    clock: timersOf(clock),
    input: { id, ...begins, terms, now: () => clock.now() },
  })
  const snapshot = () => actor.getSnapshot()
  const status = () => statusOf(snapshot())
  const isUp = () => ['provisioning', 'starting', 'running'].includes(status())

  const row = createLatestState(
    (to: DesktopState) => records.save(id, to),
    clock,
    error => log.error({ desktop: id, err: error }, 'the state of a desktop was not saved yet'),
  )
  let last = ''
  let lastView = snapshot().context.view
  actor.subscribe(({ value, context }) => {
    const now = JSON.stringify([topOf(value), context.stopAt, context.view])
    if (now === last) return
    last = now
    const top = topOf(value)
    const level = top === 'error' ? 'error' : 'info'
    const isShared = context.view !== null
    log[level](
      { desktop: id, status: top, ...(top === 'error' && context.failure), isShared },
      'desktop',
    )
    if (top !== 'running') onDown()
    if (context.view !== lastView) onViewChanged()
    lastView = context.view
    if (hasNoSession(top)) reservation?.release()
    if (top === 'removed') {
      onRemoved()
      void row.end()
    }
    if (top === 'removing' || top === 'removed') return
    row.save({ status: statuses[top], stopAt: context.stopAt, view: context.view })
  })
  const unwatch = driver.watch((ended, reason, code) => {
    if (ended === id) actor.send({ type: 'session.ended', reason, code })
  })
  actor.start()

  async function reset() {
    actor.send({ type: 'desktop.reset' })
    const { value, context } = await waitFor(actor, ({ value }) =>
      ['removed', 'error'].includes(topOf(value)),
    )
    if (topOf(value) === 'error')
      throw new Error(`the desktop could not be removed: ${context.failure?.reason}`)
    unwatch()
  }

  return {
    id,
    get status() {
      return status()
    },
    /** Whether it runs, or will. */
    get isUp() {
      return isUp()
    },
    /** Why it is in error; null if it is not. */
    get failure() {
      return status() === 'error' ? (snapshot().context.failure?.code ?? null) : null
    },
    get stopAt() {
      return snapshot().context.stopAt
    },
    /** The token by which it is shared; null: it is not. */
    get view() {
      return snapshot().context.view
    },
    /** Does nothing unless it runs, and is not shared yet. */
    share: () => actor.send({ type: 'view.begin', token: randomBytes(24).toString('base64url') }),
    unshare: () => actor.send({ type: 'view.end' }),
    /** Resolves when its state is in the database. */
    flush: row.flush,

    /** To be called after the event was replaced, because its lease may end earlier. */
    review: () => actor.send({ type: 'terms.changed' }),

    /** Does nothing if it already starts or runs. */
    async start() {
      actor.send({ type: 'desktop.start' })
      if (isUp()) return
      throw new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', 'the desktop is still being stopped')
    },

    /** Does nothing if it already stops. */
    async stop() {
      actor.send({ type: 'desktop.stop' })
      if (['stopping', 'stopped'].includes(status())) return
      throw new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', 'the desktop is still being made')
    },

    async extend() {
      const before = snapshot().context.stopAt
      actor.send({ type: 'desktop.extend' })
      if (snapshot().context.stopAt !== before) return
      throw new Refusal('CANNOT_PROLONG_FLUGZEUG', 'the desktop cannot be extended now')
    },

    reset,

    /** Leaves it to another replica, which has it now. Nothing of it is ended or deleted. */
    async leave() {
      unwatch()
      actor.stop()
      reservation?.release()
      driver.release?.(id)
      onDown()
      onRemoved()
      await row.end()
    },

    /** Stops it, or leaves it running if it can be found again. Keeps the home and the row. */
    async close() {
      if (actor.getSnapshot().status !== 'active') return
      if (!driver.adopt || status() !== 'running') {
        actor.send({ type: 'desktop.stop' })
        await driver.stop(id)
        await waitFor(actor, ({ value }) => !['starting', 'stopping'].includes(topOf(value)))
      }
      unwatch()
      await row.end()
      actor.stop()
    },
  }
}

const hasNoSession = (top: Top) => top === 'stopped' || top === 'error' || top === 'removed'

type Top = keyof typeof statuses

/** As the wire has it. */
export const statusOf = ({ value }: SnapshotFrom<typeof platformDesktopMachine>): FlugzeugStatus =>
  statuses[topOf(value)]

const topOf = (value: Top | Partial<Record<Top, unknown>>): Top =>
  typeof value === 'string' ? value : (Object.keys(value)[0] as Top)
