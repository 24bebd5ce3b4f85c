import * as v from 'valibot'
import { calls } from '../../../src/api/contract/every-call.ts'
import {
  type Call,
  type CallName,
  commonCodes,
  ErrorBody,
  type ErrorCode,
  errorStatus,
} from '../../../src/api/contract.ts'

/** The backend to check: ours in this process, or any at an address. */
export interface Target {
  /** @param path with query, from the root of the API */
  request(path: string, init: RequestInit): Promise<Response>
  /** The bearer token of a new user. */
  newUser(): Promise<string>
}

export interface CallReport {
  /** What was seen: `200`, `204` or a code of the contract. */
  seen: Set<string>
  problems: string[]
}

export type Report = Map<CallName, CallReport>

export interface Given {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** @returns the code, or `ok` with the answer. `UNKNOWN` may only be a 429; everything else is a problem */
export type Ask = (
  name: CallName,
  given?: Given,
) => Promise<{ outcome: string; answer: unknown; headers: Headers }>

/** Makes calls and records, for each, what came and what breaks the contract. */
export function createChecker(target: Target) {
  const report: Report = new Map()
  for (const name of Object.keys(calls) as CallName[])
    report.set(name, { seen: new Set(), problems: [] })

  const as =
    (token: string | null): Ask =>
    async (name, given = {}) => {
      const call: Call = calls[name]
      const entry = report.get(name) ?? { seen: new Set(), problems: [] }
      const response = await target.request(addressOf(call, given.params ?? {}), {
        method: call.method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(given.body !== undefined && { 'content-type': 'application/json' }),
          ...given.headers,
        },
        ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
      })
      const text = await response.text()
      const { outcome, answer, problem } = assess(call, response.status, text)
      entry.seen.add(outcome === 'ok' ? String(response.status) : outcome)
      if (problem) entry.problems.push(problem)
      return { outcome, answer, headers: response.headers }
    }

  /** Makes a call, and records a problem if the outcome is not the expected one. */
  const expectOutcome = async (ask: Ask, name: CallName, expected: string, given?: Given) => {
    const found = await ask(name, given)
    if (!expected.split(' or ').includes(found.outcome))
      report.get(name)?.problems.push(`answered ${found.outcome} where ${expected} is right`)
    return found.answer
  }

  return { target, report, as, expectOutcome }
}

export function addressOf(call: Call, params: Record<string, string>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? '-'),
  )
  const query = (call.query ?? []).flatMap(name => {
    const value = params[name]
    return value === undefined ? [] : [[name, value]]
  })
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

function assess(call: Call, status: number, text: string) {
  if (status === 304) return { outcome: '304', answer: null, problem: text && '304 with a body' }
  if (status < 400) {
    const answer = call.type ? text : parse(text)
    if (!call.answer) return { outcome: 'ok', answer: null, problem: null }
    const parsed = v.safeParse(call.answer, answer)
    if (parsed.success) return { outcome: 'ok', answer: parsed.output, problem: null }
    const [issue] = parsed.issues
    const problem = `answer: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`
    return { outcome: 'ok', answer, problem }
  }
  const parsed = v.safeParse(ErrorBody, parse(text))
  if (!parsed.success)
    return {
      outcome: String(status),
      answer: null,
      problem: `${status} without an error body in form`,
    }
  const { code } = parsed.output
  return { outcome: code, answer: parsed.output, problem: wrongStatus(call, code, status) }
}

function wrongStatus(call: Call, code: ErrorCode, status: number): string | null {
  const isRateLimit = code === 'UNKNOWN' && status === 429
  if (!isRateLimit && status !== errorStatus[code]) return `${code} came as ${status}`
  if (code === 'UNKNOWN' && !isRateLimit) return 'failed with UNKNOWN'
  const allowed: readonly ErrorCode[] = [...commonCodes, ...call.codes]
  return allowed.includes(code) ? null : `${code} is not a code of this call`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
