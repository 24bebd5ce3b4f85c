import { isUnstorable } from '../database/errors.ts'
import { isUnavailable } from '../database/outage.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { type CallReply, failure, refusal } from './call-reply.ts'

/** The reply to a call whose handler threw. Anything but a refusal is logged. */
export function errorReply(error: unknown, log: Log): CallReply {
  if (error instanceof Refusal) return refusal(error)
  if (isUnstorable(error))
    return failure('VALIDATION_FAILED', 'the request holds a character that cannot be stored')
  log.error({ err: error }, 'a call failed')
  if (isUnavailable(error)) {
    const soon = { status: 503, headers: { 'retry-after': '2' } }
    return failure('UNKNOWN', 'the database does not answer: try again', soon)
  }
  return failure('UNKNOWN', 'the platform failed to answer; its log says why')
}
