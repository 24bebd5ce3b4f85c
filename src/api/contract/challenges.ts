import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { challengeCodes, playCodes } from './errors.ts'
import { Count, Slug } from './values.ts'

/** Names a challenge: slugs are unique within their category only. */
export const ChallengeRef = v.object({ categorySlug: Slug, challengeSlug: Slug })
export type ChallengeRef = v.InferOutput<typeof ChallengeRef>

export const Category = v.object({
  slug: Slug,
  name: v.string(),
  description: v.string(),
  order: v.number(),
})
export type Category = v.InferOutput<typeof Category>

export const ChallengeListItem = v.object({
  categorySlug: Slug,
  slug: Slug,
  name: v.string(),
  order: v.number(),
  difficulty: v.string(),
})
export type ChallengeListItem = v.InferOutput<typeof ChallengeListItem>

export const ChallengeDetail = v.object({
  ...ChallengeListItem.entries,
  /** Markdown. */
  description: v.string(),
  /** Absent means true. */
  canBeStarted: v.optional(v.boolean()),
  /** Absent means true. False: the challenge has only files, and nothing to start. */
  hasEnvironment: v.optional(v.boolean()),
  /** Absolute, or relative to the API base. */
  staticFilesArchiveUrl: v.nullish(v.string()),
})
export type ChallengeDetail = v.InferOutput<typeof ChallengeDetail>

export const ChallengeScore = v.object({
  isCompleted: v.boolean(),
  points: v.number(),
  pointsTotal: v.number(),
  solvedFlags: Count,
  totalFlags: Count,
})
export type ChallengeScore = v.InferOutput<typeof ChallengeScore>

/** 1 accepted, 2 rejected, 3 resubmitted. */
export const SolveStatus = v.picklist([1, 2, 3])

export const SolveResult = v.object({ status: SolveStatus })
export type SolveResult = v.InferOutput<typeof SolveResult>

export const SolveBody = v.object({ flag: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) })

export const categoryQuery = ['category'] as const

export const challengeCalls = {
  listCategories: {
    method: 'GET',
    path: '/v1/categories/',
    answer: v.array(Category),
  },
  getCategory: {
    method: 'GET',
    path: '/v1/categories/{slug}',
    answer: Category,
  },
  listChallenges: {
    method: 'GET',
    path: '/v1/challenges/',
    answer: v.array(ChallengeListItem),
  },
  getChallenge: {
    method: 'GET',
    path: '/v1/challenges/{slug}',
    query: categoryQuery,
    answer: ChallengeDetail,
  },
  solveChallenge: {
    method: 'POST',
    path: '/v1/challenges/{slug}/solve',
    query: categoryQuery,
    answer: SolveResult,
  },
  getScore: {
    method: 'GET',
    path: '/v1/challenges/{slug}/score',
    query: categoryQuery,
    answer: ChallengeScore,
  },
} as const satisfies ClientCalls

export const challengeRules = {
  listCategories: {
    codes: playCodes,
    summary: 'The categories of the event',
  },
  getCategory: {
    codes: challengeCodes,
    summary: 'One category',
  },
  listChallenges: {
    codes: playCodes,
    summary: 'The challenges of the event',
  },
  getChallenge: {
    codes: challengeCodes,
    summary: 'One challenge with its text',
  },
  solveChallenge: {
    body: SolveBody,
    codes: challengeCodes,
    summary: 'Submit a flag',
  },
  getScore: {
    codes: challengeCodes,
    summary: "The account's score of a challenge",
  },
} as const satisfies RulesOf<typeof challengeCalls>
