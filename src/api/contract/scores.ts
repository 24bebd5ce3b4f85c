import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { playCodes } from './errors.ts'
import { Count, Slug, Timestamp } from './values.ts'

export const ScoreGroup = v.object({
  slug: Slug,
  name: v.string(),
  /** Markdown. */
  description: v.string(),
  isPasswordProtected: v.boolean(),
})
export type ScoreGroup = v.InferOutput<typeof ScoreGroup>

export const SelectScoreGroupBody = v.object({
  scoreGroup: Slug,
  password: v.nullish(v.pipe(v.string(), v.maxLength(1024))),
})
export type SelectScoreGroupBody = v.InferOutput<typeof SelectScoreGroupBody>

export const ScoreboardEntry = v.object({
  accountId: v.string(),
  displayName: v.string(),
  /** Number of solved flags. */
  flags: Count,
  points: v.number(),
  rank: v.nullable(Count),
  /** Of the extension `scoreboard`: with equal points, the account whose last flag came earlier is first. */
  lastSolve: v.nullish(Timestamp),
  /** The rank an hour ago; null for those who had solved nothing then. */
  rankBefore: v.nullish(Count),
})
export type ScoreboardEntry = v.InferOutput<typeof ScoreboardEntry>

export const Scoreboard = v.object({
  entries: v.array(ScoreboardEntry),
  /**
   * In the extension `scoreboard`: until the end, the entries stay as they were at this time, for all readers. The
   * stats have the present own score.
   */
  frozenSince: v.nullish(Timestamp),
})
export type Scoreboard = v.InferOutput<typeof Scoreboard>

export const scoreCalls = {
  listScoreGroups: {
    method: 'GET',
    path: '/v1/score_groups',
    answer: v.array(ScoreGroup),
  },
  selectScoreGroup: {
    method: 'POST',
    path: '/v1/score_groups/select',
  },
  getScoreboard: {
    method: 'GET',
    path: '/v1/stats/scoreboard',
    answer: Scoreboard,
  },
} as const satisfies ClientCalls

export const scoreRules = {
  listScoreGroups: {
    codes: [],
    summary: 'The score groups to choose from',
  },
  selectScoreGroup: {
    body: SelectScoreGroupBody,
    codes: [
      'NO_ACCOUNT',
      'NOT_FOUND',
      'SCORE_GROUP_ALREADY_SELECTED',
      'SCORE_GROUP_WRONG_PASSWORD',
      'TIME_RESTRICTED',
    ],
    summary: "Choose the account's score group, once",
  },
  getScoreboard: {
    codes: playCodes,
    summary: "The scoreboard of the account's score group",
  },
} as const satisfies RulesOf<typeof scoreCalls>
