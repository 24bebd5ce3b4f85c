import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { HttpRequest } from '../http/message.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

interface RequestLogOptions {
  metrics: Metrics
  log: Log
  clock: Clock
}

/** In characters. The longest path of a call, with two parameters. A request may have 16 KB. */
const maxPathLength = 500

interface Entry {
  request: HttpRequest
  /** `none` if the request is not a call of the contract. */
  call: string
  userId: string | undefined
  status: number
  /** By `performance.now()`. */
  begun: number
}

/**
 * Counts and logs a request that was answered.
 *
 * @returns the headers that every reply has
 */
export function createRequestLog({ metrics, log, clock }: RequestLogOptions) {
  return ({ request, call, userId, status, begun }: Entry) => {
    const { method, url } = request
    const given = request.header('x-request-id') ?? ''
    const id = /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
    const ms = performance.now() - begun
    metrics.observe(call, status, ms)
    // Without a user, anybody could fill the log.
    const level = status >= 500 ? 'error' : method === 'GET' || !userId ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const path = url.pathname.slice(0, maxPathLength)
      log[level]({ id, method, path, call, user: userId, status, ms: Math.round(ms) }, 'request')
    }
    // The app sets its clock by this time.
    return { 'x-request-id': id, date: new Date(clock.now()).toUTCString() }
  }
}
