import { setTimeout as pause } from 'node:timers/promises'
import { findError } from './errors.ts'

/** The database server was away for longer than anybody waits. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/** Whether something failed for want of a database server, not by its own fault. */
export const isUnavailable = (error: unknown): boolean =>
  findError(error, one => one instanceof UnavailableError) !== null || isLoss(error)

/** How long a statement waits for the server, in milliseconds: clients wait 15 s for an answer. */
const patienceMs = 12_000
const askAgainMs = 100

/** Of the network, and of postgres.js. */
const lost = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  'CONNECTION_ENDED',
])
/**
 * Of PostgreSQL: shutting down, crashed, starting, too many connections, and class 08, connections.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const away = /^(57P0[1235]|53300|08\w{3})$/

/** Whether it says that a connection broke, or was not to be had. */
export const isLoss = (error: unknown): boolean =>
  findError(error, ({ code = '' }) => lost.has(code) || away.test(code)) !== null

export interface Patience {
  /**
   * Makes an attempt, and again when it failed by a lost connection and the server is back. The one
   * that failed may have been carried out all the same.
   *
   * @throws UnavailableError
   */
  attempt<T>(make: () => Promise<T>): Promise<T>
  /** Resolves when the server answers. */
  untilBack(): Promise<void>
  /** Nobody waits any more. */
  end(): void
}

/** @param probe rejects while the server is away */
export function createPatience(probe: () => Promise<unknown>): Patience {
  let back: Promise<void> | null = null
  let isOver = false

  const isThere = () =>
    probe().then(
      () => true,
      () => false,
    )
  // One asks for all, so that a server that starts is not run over.
  const untilBack = () => {
    back ??= (async () => {
      while (!isOver && !(await isThere())) await pause(askAgainMs)
      back = null
    })()
    return back
  }

  return {
    async attempt(make) {
      const until = performance.now() + patienceMs
      for (;;) {
        try {
          return await make()
        } catch (error) {
          if (!isLoss(error)) throw error
          if (isOver || !(await isWithin(until - performance.now(), untilBack())))
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

async function isWithin(ms: number, what: Promise<void>): Promise<boolean> {
  if (ms <= 0) return false
  const end = new AbortController()
  const late = pause(ms, false, { signal: end.signal }).catch(() => false)
  return Promise.race([what.then(() => true), late]).finally(() => end.abort())
}
