import type { Answer, RefusalCode } from '../../domain/answer.ts'
import { fillPath, rootOf } from '../../domain/path.ts'
import {
  type AnswerOf,
  type BodyOf,
  type CallName,
  type ClientCall,
  firstCalls,
  type ParamsOf,
} from '../contract.ts'
import type { EarlyAnswer } from '../early/answers.ts'
import { readAnswer } from './answers.ts'
import type { Gate } from './gate.ts'

/** How long an attempt may take, in milliseconds, its body included (spec §7). */
const TIMEOUT = 15_000

export interface ClientOptions {
  readonly baseUrl: string
  /** Send an `idempotency-key` with every change, so that a repeated one is made once. */
  readonly idempotencyKeys: boolean
  readonly gate: Gate
  readonly session: TokenSource
  /** The device's clock, milliseconds since the epoch. */
  readonly now: () => number
  /** Called with the `Date` header of every answer in JSON; all in milliseconds since the epoch. */
  readonly onDate: (serverDate: number, sentAt: number, receivedAt: number) => void
  readonly fetch?: typeof fetch
  readonly early?: Early
}

/** The answers that the page asked for before its code was loaded. */
export interface Early {
  /** Undefined if there is none for this GET and token. */
  take(url: string, token: string, now: number): EarlyAnswer | undefined
  /** Called with each path that is read, so that the next page asks for it early. */
  remember(path: string): void
}

/** Where the bearer token comes from. */
export interface TokenSource {
  /** The newest token; null for a visitor, whose calls have none. Throws when nobody is signed in. */
  token(): string | null
  /** The API answered 401 to this token. Resolves when there is another; rejects when the session ends. */
  renewed(rejected: string, again: boolean, signal: AbortSignal | undefined): Promise<void>
}

export interface CallOptions<N extends CallName, C extends RefusalCode> {
  readonly params?: ParamsOf<N>
  readonly body?: BodyOf<N>
  readonly signal?: AbortSignal | undefined
  /** The refusals that the caller branches on; all others are thrown. */
  readonly expect?: readonly C[]
}

/**
 * Makes a call through the network queue. It repeats it until an answer comes, each time with the newest
 * token. Throws `CallError` for an unexpected answer, and the signal's reason when it is aborted.
 */
export type Client = <N extends CallName, C extends RefusalCode = never>(
  name: N,
  options?: CallOptions<N, C>,
) => Promise<Answer<AnswerOf<N>, C>>

export function createClient(options: ClientOptions): Client {
  const { gate, session } = options
  const send = createSender(options)

  return async (name, { params, body, signal, expect = [] } = {}) => {
    const call = loadedCalls[name] ?? (await laterCall(name))
    const { method } = call
    const path = pathOf(call, params ?? {})
    const key = options.idempotencyKeys && method !== 'GET' ? randomKey() : null
    const id = gate.nextId()
    let sendings = 0
    let isRenewed = false
    try {
      await gate.open(id, signal)
      for (;;) {
        const token = session.token()
        sendings += 1
        const received = await send(path, { method, token, key, body, signal })
        signal?.throwIfAborted()
        if (received === null) {
          await gate.failed(id, signal)
          continue
        }
        gate.succeeded(id)
        if (received.status !== 401 || token === null)
          return await readAnswer({ name, call, retried: sendings > 1 }, received, expect)
        await session.renewed(token, isRenewed, signal)
        isRenewed = true
        await gate.open(id, signal)
      }
    } catch (error) {
      // However the request ends, the queue must not wait for it.
      gate.cancelled(id)
      throw error
    }
  }
}

interface Sending {
  readonly method: string
  readonly token: string | null
  readonly key: string | null
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

/** Sends once. Null: no answer, or one from a gateway that got none. */
function createSender(options: ClientOptions) {
  const { now, onDate, early, fetch = globalThis.fetch } = options
  const base = rootOf(options.baseUrl)

  return async (path: string, { method, token, key, body, signal }: Sending) => {
    const url = base + path
    const timeout = AbortSignal.timeout(TIMEOUT)
    const asked = method === 'GET' && token ? early?.take(url, token, now()) : undefined
    if (method === 'GET') early?.remember(path)
    const sentAt = asked?.sentAt ?? now()
    try {
      const response = await (asked?.response ??
        fetch(url, {
          method,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(key && { 'idempotency-key': key }),
          },
          // Revalidated each time: for unchanged data the server answers 304.
          cache: 'no-cache',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }))
      const receivedAt = now()
      const text = await textOf(response)
      const { status, headers } = response
      // 502, 503, 504; 511 of a portal; 520 to 530 of Cloudflare. A server's own failures are 500 and 501.
      if (status > 501) return null
      const date = Date.parse(headers.get('date') ?? '')
      // A portal that answers in the server's place sends a page, and has a clock of its own.
      if (date && headers.get('content-type')?.includes('json')) onDate(date, sentAt, receivedAt)
      return { status, headers, text }
    } catch {
      return null
    }
  }
}

/** A body with more packed bytes than this is decoded in pieces, because it would keep a slow processor busy. */
const LARGE_BODY = 50_000

async function textOf(response: Response): Promise<string> {
  const isLong = Number(response.headers.get('content-length')) > LARGE_BODY
  const long = isLong ? await import('./long-answers.ts').catch(() => null) : null
  return long && response.body ? long.readText(response.body) : response.text()
}

const loadedCalls: Readonly<Partial<Record<CallName, ClientCall>>> = firstCalls

async function laterCall(name: CallName): Promise<ClientCall> {
  const { laterCalls } = await import('../contract/later-calls.ts')
  return { ...firstCalls, ...laterCalls }[name]
}

/** With its query. */
function pathOf(call: ClientCall, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(call.query?.map(key => [key, params[key] ?? '']))
  return fillPath(call.path, params) + (query.size > 0 ? `?${query}` : '')
}

/** `crypto.randomUUID` is missing on pages that another host serves over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
