import {
  type Answer,
  type Failure,
  failureOf,
  type Refusal,
  type RefusalCode,
  type Success,
} from '../domain/answer.ts'
import { nameGuard } from './name-guard.ts'

/** The result of a change. */
export type Outcome<T = unknown, C extends RefusalCode = RefusalCode> =
  | { readonly is: 'done'; readonly data: T }
  /** The answer left it open, but the data read afterwards shows that the change was made. */
  | { readonly is: 'found' }
  | {
      readonly is: 'refused'
      readonly code: C
      /** Milliseconds to wait before the next attempt; only with LIMITED. */
      readonly retryAfter: number | null
    }
  | { readonly is: 'failed'; readonly failure: Failure }

/** Which answers leave open whether a change was made, and what proves that it was. */
export interface ChangeRules<Input, T, C extends RefusalCode, Seen> {
  /**
   * Whether the change may have been made in spite of the answer. Default: if a request that was sent more than once is
   * refused, since an earlier one may have been accepted.
   */
  readonly isDoubtful?: (answer: Answer<T, C>) => boolean
  /** Whether the data read afterwards shows that the change was made. */
  readonly wasDone: (seen: Seen, input: Input) => boolean
}

/** The two calls of a change. */
export interface ChangeCalls<T, C extends RefusalCode, Seen> {
  readonly request: () => Promise<Answer<T, C>>
  /** Reads what the request changes. */
  readonly check: () => Promise<Seen>
}

/**
 * Makes one change at the server. After a failure or a doubtful answer it reads the changed data, since
 * an earlier attempt may have made the change. Never rejects.
 */
export async function makeChange<Input, T, C extends RefusalCode, Seen>(
  input: Input,
  { isDoubtful = isRetriedRefusal, wasDone }: ChangeRules<Input, T, C, Seen>,
  { request, check }: ChangeCalls<T, C, Seen>,
): Promise<Outcome<T, C>> {
  let outcome: Outcome<T, C>
  try {
    const answer = await request()
    outcome = answered<T, C>(answer)
    if (!isDoubtful(answer)) return outcome
  } catch (error) {
    outcome = { is: 'failed', failure: failureOf(error) }
  }
  try {
    return wasDone(await check(), input) ? { is: 'found' } : outcome
  } catch {
    return outcome
  }
}

export const isRetriedRefusal = (answer: { readonly ok: boolean; readonly retried: boolean }) =>
  !answer.ok && answer.retried

export function answered<T, C extends RefusalCode>(answer: Success<T> | Refusal): Outcome<T, C> {
  if (answer.ok) return { is: 'done', data: answer.data }
  return { is: 'refused', code: answer.code as C, retryAfter: answer.retryAfter }
}

/** The end of any change, as the state that sent it sees it. */
export interface Ended {
  readonly event: { readonly output: Outcome }
}

export const hasSucceeded = ({ event: { output } }: Ended) =>
  output.is === 'done' || output.is === 'found'

export const wasRefusedAs = (code: RefusalCode) =>
  nameGuard(
    `wasRefusedAs ${code}`,
    ({ event: { output } }: Ended) => output.is === 'refused' && output.code === code,
  )

/** After too many attempts. The machine's action `keepWait` keeps how long no other one is accepted. */
export const afterLimit = <S extends `#${string}`>(state: S) =>
  ({
    guard: wasRefusedAs('LIMITED'),
    target: state,
    actions: { type: 'keepWait', params: ({ event }: Ended) => event.output },
  }) as const

export const hasFailed = ({ event: { output } }: Ended) => output.is === 'failed'

/** Why it failed; null if it did not. */
export const whyFailed = (outcome: Outcome): Failure | null =>
  outcome.is === 'failed' ? outcome.failure : null
