import {
  type ActorRef,
  createActor,
  type EventObject,
  fromCallback,
  SimulatedClock,
  type Snapshot,
} from 'xstate'
import { createClockActor, createTime, START } from '../../support/time.ts'

/** What a machine has around it: time, the server's clock and somebody to report to. */
export interface World extends ReturnType<typeof createWorld> {}

class WatchedClock extends SimulatedClock {
  readonly #due = new Map<number, { readonly since: number; readonly at: number }>()

  override setTimeout(run: () => void, timeout: number) {
    const id = super.setTimeout(() => {
      this.#due.delete(id)
      run()
    }, timeout)
    this.#due.set(id, { since: this.now(), at: this.now() + timeout })
    return id
  }

  override clearTimeout(id: number) {
    this.#due.delete(id)
    super.clearTimeout(id)
  }

  #next() {
    return [...this.#due.values()].sort((a, b) => a.at - b.at)[0]
  }

  /** Milliseconds until the next timer runs; null: none waits. */
  untilNext() {
    const next = this.#next()
    return next ? Math.max(0, next.at - this.now()) : null
  }

  /** Whether a part of that time is over. */
  isUnderWay() {
    const next = this.#next()
    return next !== undefined && next.since < this.now()
  }
}

/** @param onReport gets each message to the parent at once */
export function createWorld(onReport: (report: EventObject) => void = () => {}) {
  const watched = new WatchedClock()
  const time = createTime(START, watched)
  // A separate clock, since a view that watches it makes it tick: its timers do not belong to the machine.
  const ticks = new SimulatedClock()
  const reports: EventObject[] = []
  const parent = createActor(
    fromCallback<EventObject>(({ receive }) =>
      receive(event => {
        reports.push(event)
        onReport(event)
      }),
    ),
  ).start()
  return {
    ...time,
    pass(milliseconds: number) {
      time.pass(milliseconds)
      ticks.increment(milliseconds)
    },
    untilNext: () => watched.untilNext(),
    isUnderWay: () => watched.isUnderWay(),
    serverClock: createClockActor({ ...time, clock: ticks as WatchedClock }),
    /** 0.5: the middle of every jitter. */
    random: () => 0.5,
    parent: parent as unknown as ActorRef<Snapshot<unknown>, EventObject>,
    /** What the parent received, in order. */
    reports,
  }
}
