import * as v from 'valibot'
import type { Answer, RefusalCode } from '../../domain/answer.ts'
import { type AnswerOf, type CallName, type ClientCall, ErrorBody } from '../contract.ts'
import { readRetryAfter } from '../retry-after.ts'
import { CallError } from './call-error.ts'

/** A reply: a response whose body has been read. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The call that was made. */
export interface Asked<N extends CallName> {
  readonly name: N
  readonly call: ClientCall
  /** It was sent more than once. */
  readonly retried: boolean
}

/** A longer answer, in characters, would keep a slow processor busy. */
const LARGE_TEXT = 100_000

/** Parses a reply by the contract. Rejects with `CallError` if it does not fit, or was not expected. */
export async function readAnswer<N extends CallName, C extends RefusalCode>(
  { name, call, retried }: Asked<N>,
  received: Received,
  expected: readonly C[],
): Promise<Answer<AnswerOf<N>, C>> {
  if (received.status < 400) {
    const data = await readData(name, call, received)
    return { ok: true, data, retried } as Answer<AnswerOf<N>, C>
  }
  const { code, message } = readRefusal(received)
  const known = expected.find(candidate => candidate === code)
  if (known === undefined) throw new CallError(name, code, message)
  const retryAfter = code === 'LIMITED' ? readRetryAfter(received.headers) : null
  return { ok: false, code: known, retried, retryAfter } as Answer<AnswerOf<N>, C>
}

async function readData<N extends CallName>(
  name: N,
  { answer, type }: ClientCall,
  { text }: Received,
): Promise<AnswerOf<N>> {
  if (!answer) {
    // HTML comes from a portal or a proxy on the way: the change was not made.
    if (text.trim()[0] === '<') throw new CallError(name, 'UNREADABLE', 'It is a page.')
    return undefined as AnswerOf<N>
  }
  if (text.length > LARGE_TEXT) {
    const parts = await import('./long-answers.ts').catch(() => null)
    const data = await parts?.readLongAnswer(answer, text)
    if (data !== undefined) return data as AnswerOf<N>
  }
  const parsed = v.safeParse(answer, type === 'text/plain' ? text : parseJson(text))
  if (parsed.success) return parsed.output as AnswerOf<N>
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? 'the answer'
  throw new CallError(name, 'UNREADABLE', `${field} does not fit: ${issue.message}`)
}

function readRefusal({ status, text }: Received): { code: RefusalCode; message: string } {
  const parsed = v.safeParse(ErrorBody, parseJson(text))
  const { code, message } = parsed.success
    ? parsed.output
    : { code: 'UNKNOWN' as const, message: `HTTP ${status}` }
  return { code: status === 429 ? 'LIMITED' : code, message }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
