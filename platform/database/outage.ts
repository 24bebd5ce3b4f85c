import { setTimeout as delay } from 'node:timers/promises'
import { isWithin } from './deadline.ts'
import { findError } from './errors.ts'

/** The database server was away for longer than a request waits. */
class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/** A connection broke, could not be opened, or did not answer. Its statement may have been carried out. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

/** Whether the database had no room left on its disk. Its changes fail until there is some; then it goes on by itself. */
export const isOutOfDisk = (error: unknown): boolean =>
  findError(error, ({ code }) => code === '53100') !== null

/** What is wrong then, and what helps. */
export const outOfDisk = 'the disk of the database is full. Make room on it'

/** Whether something failed because the database could not work at that time. It may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  findError(error, one => one instanceof UnavailableError) !== null ||
  isLoss(error) ||
  isOutOfDisk(error)

/**
 * PostgreSQL's codes: shutting down, crashed, starting; a statement or a transaction that took too long;
 * too many connections; class 08, connections; a lock or a serialization that another transaction won.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const away = /^(57P0[1235]|57014|25P0[34]|53300|08\w{3}|40001|40P01)$/

/** The code of a server that takes no changes. */
export const onlyReads = '25006'

/**
 * Whether the server takes no changes, as a standby until it is promoted. After a failover an open connection may lead
 * to what is a standby now, and a new one to the server that took its place.
 */
export const takesNoChanges = (error: unknown): boolean =>
  findError(error, one => one.code === onlyReads) !== null

/** Whether another attempt may succeed: its connection was lost, or the server ended it or only reads for now. */
export const isLoss = (error: unknown): boolean =>
  takesNoChanges(error) ||
  findError(error, one => one instanceof ConnectionLostError || away.test(one.code ?? '')) !== null

/** How long all attempts together may take, in milliseconds: clients wait 15 s for an answer. */
const defaultTotalMs = 12_000
const defaultAttemptMs = 5000
const askAgainMs = 100

export interface RetryOptions {
  /** Rejects while the server is away. */
  probe: () => Promise<unknown>
  /** For one attempt, in ms. Default 5000. */
  attemptMs?: number
  /** For all attempts together, in ms. Default 12000. */
  totalMs?: number
}

export interface Retry {
  /**
   * Makes an attempt, and another one if it was lost and the server is back. The lost one may still
   * have been carried out.
   *
   * @param make gets the milliseconds that it may take
   * @throws UnavailableError
   */
  attempt<T>(make: (ms: number) => Promise<T>): Promise<T>
  /** Resolves when the server answers. */
  untilBack(): Promise<void>
  /** Ends all attempts. */
  end(): void
}

export function createRetry(options: RetryOptions): Retry {
  const { probe, attemptMs = defaultAttemptMs, totalMs = defaultTotalMs } = options
  let back: Promise<void> | null = null
  let isOver = false

  const isThere = () =>
    probe().then(
      () => true,
      () => false,
    )
  // All share one check, so that a server that starts is not overloaded.
  const untilBack = () => {
    back ??= (async () => {
      while (!isOver && !(await isThere())) await delay(askAgainMs)
      back = null
    })()
    return back
  }

  return {
    async attempt(make) {
      const until = performance.now() + totalMs
      const left = () => until - performance.now()
      for (let made = 1; ; made++) {
        try {
          return await make(Math.min(attemptMs, left()))
        } catch (error) {
          if (!isLoss(error)) throw error
          // A statement that is lost again and again, although the server answers, is sent again only after a delay.
          if (made > 1) await delay(Math.min(made * askAgainMs, Math.max(0, left())))
          if (isOver || !(await isWithin(left(), untilBack())))
            throw new UnavailableError('the database does not answer', { cause: error })
        }
      }
    },
    untilBack,
    end() {
      isOver = true
    },
  }
}
