import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { ChallengeRef } from './challenges.ts'
import { playCodes } from './errors.ts'
import { Count, Slug, Timestamp } from './values.ts'

export const User = v.object({
  id: v.string(),
  username: v.string(),
  /** The code that links this account to Discord. */
  externalId: v.string(),
  /** The name that others see; absent means the username. */
  displayName: v.nullish(v.string()),
  vpn: v.object({
    connected: v.boolean(),
    ipv4Address: v.nullable(v.string()),
    /** Beyond the specification: false if the event has no VPN. Absent means true. */
    isOffered: v.optional(v.boolean()),
  }),
})
export type User = v.InferOutput<typeof User>

export const AccountStats = v.object({
  accountId: v.string(),
  accountDisplayName: v.string(),
  accountHasScoreGroup: v.boolean(),
  /** Slug of the score group, or null before one is chosen. */
  scoreGroup: v.nullable(v.string()),
  /** Extension `scoreboard`: the name of that group; absent if the event has only one. */
  scoreGroupName: v.optional(v.string()),
  score: v.object({ rank: v.nullable(Count), points: v.number(), numSolvedFlags: Count }),
  runningChallenges: v.object({
    /** Environments at once; absent or null means unlimited. */
    maximum: v.nullish(Count),
    running: v.array(ChallengeRef),
  }),
  completedChallenges: v.array(ChallengeRef),
  /** Extension `challenges`: the challenges with at least one flag that the account solved. */
  challenges: v.optional(
    v.array(
      v.object({
        categorySlug: Slug,
        slug: Slug,
        /** For the time when the catalogue cannot be read, like after the end. */
        name: v.optional(v.string()),
        solvedFlags: Count,
        totalFlags: Count,
        points: v.number(),
        /** Present once all flags are solved. */
        solvedAt: v.optional(Timestamp),
        /** The username of the member who submitted the last flag. */
        solvedBy: v.optional(v.string()),
      }),
    ),
  ),
  /** The points that hints cost. The score already lacks them. */
  hintCosts: v.optional(v.number()),
  /** Beyond the specification: the organisers keep the account out. It can read results, and not play. */
  isBanned: v.optional(v.boolean()),
})
export type AccountStats = v.InferOutput<typeof AccountStats>

/** Whether there are desktops: every page shows a link to them. */
export const FlugzeugEnabled = v.object({ enabled: v.boolean() })

export const userCalls = {
  getUser: {
    method: 'GET',
    path: '/v1/user',
    answer: User,
  },
  getStats: {
    method: 'GET',
    path: '/v1/user/stats',
    answer: AccountStats,
  },
  getVpnConfig: {
    method: 'GET',
    path: '/v1/user/vpn/config',
    answer: v.string(),
    type: 'text/plain',
  },
  getFlugzeugEnabled: {
    method: 'GET',
    path: '/v1/user/flugzeug/enabled',
    answer: FlugzeugEnabled,
  },
} as const satisfies ClientCalls

export const userRules = {
  getUser: {
    codes: [],
    summary: 'Who is signed in',
  },
  getStats: {
    codes: ['NO_ACCOUNT'],
    summary: "The account's score, group and environments",
  },
  getVpnConfig: {
    isSecret: true,
    codes: [...playCodes, 'NOT_FOUND'],
    summary: "The user's WireGuard configuration",
  },
  getFlugzeugEnabled: {
    codes: playCodes,
    summary: 'Whether the user can have a desktop',
  },
} as const satisfies RulesOf<typeof userCalls>
