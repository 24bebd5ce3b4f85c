import type { Clock } from '../clock.ts'

/** The delay after an attempt that failed, in milliseconds. */
const retryMs = 2000

export interface LatestState<T> {
  /** Writes this state next, and drops those that wait. */
  save(state: T): void
  /** Resolves when the attempts are made that were due at the time of the call. */
  flush(): Promise<void>
  /** Makes no further attempts. Resolves when the last one is over. */
  end(): Promise<void>
}

/**
 * Writes a state to its row after each change, one write at a time. A write that failed is repeated, because an outage
 * of the database may be longer than a statement waits.
 *
 * @param failed called after each attempt that failed
 */
export function createLatestState<T>(
  write: (state: T) => Promise<unknown>,
  clock: Clock,
  failed: (error: unknown) => void,
): LatestState<T> {
  let waiting: { state: T } | null = null
  let attempts: Promise<void> = Promise.resolve()
  let cancel = () => {}
  let isOver = false

  async function attempt(): Promise<void> {
    const next = waiting
    if (!next) return
    waiting = null
    try {
      await write(next.state)
    } catch (error) {
      failed(error)
      // If a newer state waits, its attempt is due already.
      if (waiting || isOver) return
      waiting = next
      cancel = clock.after(retryMs, due)
    }
  }
  function due() {
    cancel()
    attempts = attempts.then(attempt)
  }

  return {
    save(state) {
      if (isOver) return
      waiting = { state }
      due()
    },
    flush: () => attempts,
    end() {
      isOver = true
      cancel()
      return attempts
    },
  }
}
