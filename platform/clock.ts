/** The platform's source of time; tests inject their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since some moment. Unlike `now`, it does not change when the clock is set. */
  monotonic(): number
  /** Milliseconds of processor time that this thread has used. On a busy host, even cheap work takes a long time. */
  processor(): number
  /** Calls `fn` once after `ms` milliseconds, of any length. @returns cancels it */
  after(ms: number, fn: () => void): () => void
}

/**
 * A wait for a time of day reads the clock again after this many milliseconds, since the clock may
 * have been set.
 */
export const clockCheckMs = 30_000

/** `setTimeout` fires at once beyond this delay. */
const maxTimeout = 2 ** 31 - 1

/** The host's clock. Its timers do not keep the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  processor() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
  after(ms, fn) {
    let timer: NodeJS.Timeout
    const arm = (left: number) => {
      const step = Math.min(left, maxTimeout)
      timer = setTimeout(() => (left > step ? arm(left - step) : fn()), step)
      timer.unref()
    }
    arm(Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
