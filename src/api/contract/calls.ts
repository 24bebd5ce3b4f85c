import type * as v from 'valibot'
import type { Call, Schema } from './call.ts'
import { challengeCalls } from './challenges.ts'
import { eventCalls } from './event.ts'
import { flugzeugCalls } from './flugzeug.ts'
import { instanceCalls } from './instances.ts'
import { scoreCalls } from './scores.ts'
import { teamCalls } from './teams.ts'
import { userCalls } from './user.ts'

/** Every call that the app makes; the key is the name by which client, platform and documents know it. */
export const calls = {
  ...challengeCalls,
  ...instanceCalls,
  ...eventCalls,
  ...scoreCalls,
  ...teamCalls,
  ...userCalls,
  ...flugzeugCalls,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** What a call answers when it succeeds; undefined where its answer has no body. */
export type AnswerOf<N extends CallName> = (typeof calls)[N] extends {
  answer: infer S extends Schema
}
  ? v.InferOutput<S>
  : undefined

/** What a call takes as body; undefined where it takes none. */
export type BodyOf<N extends CallName> = (typeof calls)[N] extends { body: infer S extends Schema }
  ? v.InferInput<S>
  : undefined

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never
type QueryParams<N extends CallName> = (typeof calls)[N] extends {
  query: readonly (infer Q extends string)[]
}
  ? Q
  : never

/** The path and query parameters of a call, by name. */
export type ParamsOf<N extends CallName> = {
  [K in PathParams<(typeof calls)[N]['path']> | QueryParams<N>]: string
}
