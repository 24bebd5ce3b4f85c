import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { challengeCodes, playCodes, unlockedCodes } from './errors.ts'
import { Count, Slug, Timestamp } from './values.ts'

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

/** An account that solved all flags of a challenge, and when. */
export const Solved = v.object({
  accountId: v.string(),
  displayName: v.string(),
  time: Timestamp,
})
export type Solved = v.InferOutput<typeof Solved>

/**
 * All fields that may be absent belong to the extension `challenges`. The item is the same for every
 * account of a score group, but while the scoreboard is frozen, `solves` also counts the account's own solve.
 */
export const ChallengeListItem = v.object({
  categorySlug: Slug,
  slug: Slug,
  name: v.string(),
  order: v.number(),
  difficulty: v.string(),
  /** What all its flags are worth now. */
  points: v.optional(v.number()),
  /** How many accounts of the group solved all its flags. */
  solves: v.optional(Count),
  firstBlood: v.nullish(Solved),
  tags: v.optional(v.array(v.string())),
  /** It is locked for an account that has not solved all of these. */
  requires: v.optional(v.array(ChallengeRef)),
  /** Absent means true. False: the challenge has only files, and nothing to start. */
  hasEnvironment: v.optional(v.boolean()),
})
export type ChallengeListItem = v.InferOutput<typeof ChallengeListItem>

/** A file of the archive. */
export const Handout = v.object({
  /** Its path in the archive. */
  name: v.string(),
  bytes: Count,
  /**
   * Present if texts of the challenge may show the file as a picture: `![plan](NAME)`. Absolute, or relative
   * to the API base. It opens without a token, and may change with each answer.
   */
  url: v.optional(v.string()),
  /** The size of the picture as it is shown, in pixels. */
  width: v.optional(Count),
  height: v.optional(Count),
})
export type Handout = v.InferOutput<typeof Handout>

export const ChallengeDetail = v.object({
  ...ChallengeListItem.entries,
  /** Markdown. */
  description: v.string(),
  /** Absent means true. */
  canBeStarted: v.optional(v.boolean()),
  /** Absolute, or relative to the API base. */
  staticFilesArchiveUrl: v.nullish(v.string()),
  hints: v.optional(
    v.array(
      v.object({
        id: v.string(),
        /** Points. */
        cost: v.number(),
        /** Markdown; absent until the account has taken a hint that is not free. */
        text: v.optional(v.string()),
      }),
    ),
  ),
  files: v.optional(v.array(Handout)),
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

/** Characters. */
export const MAX_FLAG_LENGTH = 4096

export const SolveBody = v.object({
  flag: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FLAG_LENGTH)),
})

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
    codes: unlockedCodes,
    summary: 'One challenge with its text',
  },
  solveChallenge: {
    body: SolveBody,
    codes: unlockedCodes,
    summary: 'Submit a flag',
  },
  getScore: {
    codes: challengeCodes,
    summary: "The account's score of a challenge",
  },
} as const satisfies RulesOf<typeof challengeCalls>
