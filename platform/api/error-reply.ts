import { isUnstorable } from '../database/errors.ts'
import { isUnavailable } from '../database/outage.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { type CallReply, refusalReply } from './call-reply.ts'

/** The reply to a call whose handler threw. Anything but a refusal is logged. */
export function errorReply(error: unknown, log: Log): CallReply {
  if (error instanceof Refusal) return replyOf(error)
  if (isUnstorable(error))
    return refusalReply('VALIDATION_FAILED', 'the request holds a character that cannot be stored')
  log.error({ err: error }, 'a call failed')
  if (isUnavailable(error)) {
    const soon = { status: 503, headers: { 'retry-after': '2' } }
    return refusalReply('UNKNOWN', 'the database cannot work now: try again', soon)
  }
  return refusalReply('UNKNOWN', 'the platform failed to answer; its log says why')
}

function replyOf({ code, message, status, retryAfter }: Refusal): CallReply {
  const headers: Record<string, string> = {}
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return refusalReply(code, message, { status, headers })
}
