import { inspect } from 'node:util'
import type { Log } from './log.ts'

/** Counts of uncaught errors in this process. */
export interface UncaughtErrors {
  /** Promises that were rejected. */
  readonly rejections: number
}

/**
 * Watches for uncaught errors. A rejected promise affects nothing else: it is logged and counted. An
 * exception may have left work half done.
 *
 * @param end called for an exception
 */
export function watchUncaughtErrors(log: Log, end: () => void): UncaughtErrors {
  let rejections = 0
  process.on('unhandledRejection', reason => {
    rejections++
    log.error({ err: asError(reason) }, 'a promise was rejected and nobody caught it')
  })
  process.on('uncaughtException', error => {
    log.fatal({ err: asError(error) }, 'an exception that nobody caught: the platform ends')
    end()
  })
  return {
    get rejections() {
      return rejections
    },
  }
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(inspect(reason)))
