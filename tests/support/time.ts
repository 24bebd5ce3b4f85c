import { createActor, SimulatedClock } from 'xstate'
import { clockMachine } from '../../src/machines/clock/machine.ts'

/** 2026-05-01, noon in UTC: when tests begin. */
export const START = Date.UTC(2026, 4, 1, 12)

/** Time that a test moves. The delays of machines and the device's clock move together. */
export function createTime(start = START, clock = new SimulatedClock()) {
  let offset = 0
  return {
    clock,
    now: () => start + offset + clock.now(),
    /** Lets time pass, and timers run. */
    pass: (milliseconds: number) => clock.increment(milliseconds),
    /** The device slept, or its clock was set: time has passed, and no timer noticed. */
    jump: (milliseconds: number) => {
      offset += milliseconds
    },
  }
}

export type Time = ReturnType<typeof createTime>

/** A running clock actor on the test's time. */
export function createClockActor({ clock, now }: Time) {
  return createActor(clockMachine, { clock, input: { now } }).start()
}

/** Waits until the reactions to all settled promises have run. */
export const settled = () => new Promise<void>(resolve => setImmediate(resolve))
