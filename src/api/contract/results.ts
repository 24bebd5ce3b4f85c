import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { playCodes } from './errors.ts'
import { Count, Slug, Timestamp } from './values.ts'

export const History = v.object({
  /** The first ten, and the user's own account as it is now. */
  series: v.array(
    v.object({
      accountId: v.string(),
      displayName: v.string(),
      /** The points after each change, earliest first. Each flag counts what it is worth now. */
      points: v.array(v.object({ time: Timestamp, points: v.number() })),
    }),
  ),
})
export type History = v.InferOutput<typeof History>

export const AccountDetail = v.object({
  accountId: v.string(),
  displayName: v.string(),
  rank: v.nullable(Count),
  points: v.number(),
  members: v.array(v.object({ username: v.string() })),
  /** Challenges of which it solved all flags, the first one first. */
  solves: v.array(
    v.object({
      categorySlug: Slug,
      challengeSlug: Slug,
      name: v.string(),
      time: Timestamp,
      points: v.number(),
    }),
  ),
})
export type AccountDetail = v.InferOutput<typeof AccountDetail>

export const resultCalls = {
  getHistory: {
    method: 'GET',
    path: '/v1/stats/history',
    answer: History,
  },
  getAccount: {
    method: 'GET',
    path: '/v1/accounts/{accountId}',
    answer: AccountDetail,
  },
} as const satisfies ClientCalls

export const resultRules = {
  getHistory: {
    codes: playCodes,
    extension: 'scoreboard',
    summary: "How the first ten of the score group and the user's own account came to their points",
  },
  getAccount: {
    codes: [...playCodes, 'NOT_FOUND'],
    extension: 'scoreboard',
    summary: "An account of the user's own score group",
  },
} as const satisfies RulesOf<typeof resultCalls>
