import * as v from 'valibot'
import { type Call, type ErrorCode, errorStatus } from '../../src/api/contract.ts'
import { jsonText } from '../http/json-text.ts'

/** What a call replies: plain data, so that it can be stored with an idempotency key. */
export interface CallReply {
  status: number
  headers: Record<string, string>
  body: string | null
}

const noStore = { 'cache-control': 'no-store' }
/** In seconds: as old as a shared answer may be. */
const shared = { 'cache-control': 'public, max-age=10' }
const json = { 'content-type': 'application/json; charset=utf-8' }

/** @param check whether an answer that breaks the contract is an error */
export function success(call: Call, answer: unknown, check: boolean): CallReply {
  if (!call.answer) return { status: 204, headers: {}, body: null }
  if (check) v.parse(call.answer, answer)
  const caching = call.isSecret ? noStore : call.isShared && shared
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
