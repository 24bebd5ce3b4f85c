import * as v from 'valibot'
import type { Call } from './call.ts'
import { ChallengeRef } from './challenges.ts'
import { playCodes } from './errors.ts'
import { Count } from './values.ts'

export const User = v.object({
  id: v.string(),
  username: v.string(),
  /** The code that links this account to Discord. */
  externalId: v.string(),
  /** What people call the user; absent means the username. */
  displayName: v.nullish(v.string()),
  vpn: v.object({ connected: v.boolean(), ipv4Address: v.nullable(v.string()) }),
})
export type User = v.InferOutput<typeof User>

export const AccountStats = v.object({
  accountId: v.string(),
  accountDisplayName: v.string(),
  accountHasScoreGroup: v.boolean(),
  /** Slug of the score group, or null before one is chosen. */
  scoreGroup: v.nullable(v.string()),
  score: v.object({ rank: v.nullable(Count), points: v.number(), numSolvedFlags: Count }),
  runningChallenges: v.object({
    /** Environments at once; absent or null means unlimited. */
    maximum: v.nullish(Count),
    running: v.array(ChallengeRef),
  }),
  completedChallenges: v.array(ChallengeRef),
})
export type AccountStats = v.InferOutput<typeof AccountStats>

export const userCalls = {
  getUser: {
    method: 'GET',
    path: '/v1/user',
    answer: User,
    codes: [],
    summary: 'Who is signed in',
  },
  getStats: {
    method: 'GET',
    path: '/v1/user/stats',
    answer: AccountStats,
    codes: ['NO_ACCOUNT'],
    summary: "The account's score, group and environments",
  },
  getVpnConfig: {
    method: 'GET',
    path: '/v1/user/vpn/config',
    isSecret: true,
    answer: v.string(),
    codes: [...playCodes, 'NOT_FOUND'],
    type: 'text/plain',
    summary: "The user's WireGuard configuration",
  },
} as const satisfies Record<string, Call>
