import type { Clock } from '../../platform/clock.ts'

export interface SimulatedClock extends Clock {
  /** Moves time forward, and runs due timers in order. */
  advance(ms: number): void
  /** Moves time to `at`, which must not lie in the past. */
  advanceTo(at: number | Date): void
  /** Sets the clock forward or back by this much. Timers do not come nearer. */
  jump(ms: number): void
  /** Counts as processor time. Everything else costs none. */
  work(ms: number): void
}

/** A clock that stands still until it is moved. */
export function createSimulatedClock(start: number | Date): SimulatedClock {
  let now = Number(start)
  /** By how much the clock was set forward or back. */
  let offset = 0
  let worked = 0
  let waiting: { at: number; fn: () => void }[] = []

  const advanceTo = (target: number | Date) => {
    const end = Number(target) - offset
    if (end < now) throw new RangeError(`the clock cannot go back from ${now} to ${end}`)
    for (;;) {
      const next = waiting.filter(entry => entry.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      waiting = waiting.filter(entry => entry !== next)
      now = next.at
      next.fn()
    }
    now = end
  }

  return {
    now: () => now + offset,
    monotonic: () => now,
    processor: () => worked,
    after(ms, fn) {
      const entry = { at: now + Math.max(0, ms), fn }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter(other => other !== entry)
      }
    },
    advance: ms => advanceTo(now + offset + ms),
    advanceTo,
    jump(ms) {
      offset += ms
    },
    work(ms) {
      worked += ms
    },
  }
}
