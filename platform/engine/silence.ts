import { type Clock, realClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { silentFor } from './client.ts'

interface SilenceOptions {
  log: Log
  /** What is logged, such as 'the engine does not answer'. */
  message: string
  clock?: Clock
  /** How long an answer may take until it is logged, in milliseconds. */
  silentMs?: number
}

/** Logs that an engine does not answer: once, until it has answered again. */
export function createSilence({
  log,
  message,
  clock = realClock,
  silentMs = 15_000,
}: SilenceOptions) {
  let isLogged = false

  function report(error: unknown): void {
    if (!isLogged) log.warn({ err: error }, message)
    isLogged = true
  }

  return {
    /** It failed to answer. */
    report,

    /** Waits for an answer, however long it takes. */
    async until<T>(answer: Promise<T>): Promise<T> {
      const cancel = clock.after(silentMs, () => report(silentFor(silentMs)))
      try {
        const given = await answer
        isLogged = false
        return given
      } finally {
        cancel()
      }
    },
  }
}
