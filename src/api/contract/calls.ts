import type * as v from 'valibot'
import type { Schema } from './call.ts'
import { challengeCalls, type challengeRules } from './challenges.ts'
import { eventCalls, type eventRules } from './event.ts'
import { eventDetailsCalls, type eventDetailsRules } from './event-details.ts'
import { instanceCalls, type instanceRules } from './instances.ts'
import type { LaterCalls, LaterRules } from './later-calls.ts'
import { scoreCalls, type scoreRules } from './scores.ts'
import { teamCalls, type teamRules } from './teams.ts'
import { userCalls, type userRules } from './user.ts'

/** The calls that the app makes on its first pages, as a client needs them. The others: `later-calls.ts`. */
export const firstCalls = {
  ...challengeCalls,
  ...instanceCalls,
  ...eventCalls,
  ...eventDetailsCalls,
  ...scoreCalls,
  ...teamCalls,
  ...userCalls,
} as const

type EveryCall = typeof firstCalls & LaterCalls
type EveryRule = typeof challengeRules &
  typeof instanceRules &
  typeof eventRules &
  typeof eventDetailsRules &
  typeof scoreRules &
  typeof teamRules &
  typeof userRules &
  LaterRules

export type CallName = keyof EveryCall

/** Every call. The key is its name in client, platform and documents. */
export type Calls = { readonly [N in CallName]: EveryCall[N] & EveryRule[N] }

/** The calls that need no token: the app makes them before anybody is signed in. */
export type PublicCall = {
  [N in CallName]: Calls[N] extends { isPublic: true } ? N : never
}[CallName]

/** The body of a call's success; undefined if it has none. */
export type AnswerOf<N extends CallName> = Calls[N] extends { answer: infer S extends Schema }
  ? v.InferOutput<S>
  : undefined

/** The body that a call accepts; undefined if it has none. */
export type BodyOf<N extends CallName> = Calls[N] extends { body: infer S extends Schema }
  ? v.InferInput<S>
  : undefined

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never
type QueryParams<N extends CallName> = Calls[N] extends {
  query: readonly (infer Q extends string)[]
}
  ? Q
  : never

/** The path and query parameters of a call, by name. */
export type ParamsOf<N extends CallName> = {
  [K in PathParams<Calls[N]['path']> | QueryParams<N>]: string
}
