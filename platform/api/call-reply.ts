import * as v from 'valibot'
import { type Call, type ErrorCode, errorStatus } from '../../src/api/contract.ts'
import { jsonText } from '../http/json-text.ts'

/** The reply to a call: plain data, so that it can be stored with an idempotency key. */
export interface CallReply {
  status: number
  headers: Record<string, string>
  body: string | null
}

const noStore = { 'cache-control': 'no-store' }
/** In seconds. */
const maxSharedAge = 10

/** How long any cache may keep a reply for everybody: at most until the event's end, which opens a frozen board. */
export function sharedUntil(end: Date, now: Date) {
  const left = Math.floor((end.getTime() - now.getTime()) / 1000)
  const age = left < 0 ? maxSharedAge : Math.min(maxSharedAge, left)
  return { 'cache-control': `public, max-age=${age}` }
}
const json = { 'content-type': 'application/json; charset=utf-8' }

/**
 * @param check whether an answer that breaks the contract is an error
 * @param shared the headers of a reply for everybody. Absent: it is for one user
 */
export function success(
  call: Call,
  answer: unknown,
  check: boolean,
  shared?: Record<string, string>,
): CallReply {
  if (!call.answer) return { status: 204, headers: {}, body: null }
  if (check) v.parse(call.answer, answer)
  const caching = call.isSecret ? noStore : shared
  if (call.type)
    return {
      status: 200,
      headers: { 'content-type': `${call.type}; charset=utf-8`, ...caching },
      body: String(answer),
    }
  return { status: 200, headers: caching ? { ...json, ...caching } : json, body: jsonText(answer) }
}

export function refusalReply(
  code: ErrorCode,
  message: string,
  extra: Partial<CallReply> = {},
): CallReply {
  const body = JSON.stringify({ ok: false, code, message })
  const { status = errorStatus[code], headers } = extra
  return { status, headers: { ...json, ...headers }, body }
}
