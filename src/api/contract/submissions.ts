import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { SolveStatus } from './challenges.ts'
import { LocalText, Slug, Timestamp } from './values.ts'

/** How many of them are listed. The account may have more. */
export const maxSubmissions = 500

export const Submissions = v.object({
  /** Newest first, at most `maxSubmissions`. The texts of the flags are left out. */
  submissions: v.array(
    v.object({
      time: Timestamp,
      username: v.string(),
      categorySlug: Slug,
      challengeSlug: Slug,
      /** See the stats' challenges. */
      name: v.optional(v.string()),
      status: SolveStatus,
    }),
  ),
  /** Points that organisers gave the account, or took if they are negative. Newest first, at most as many. */
  awards: v.optional(
    v.array(
      v.object({
        id: v.string(),
        time: Timestamp,
        points: v.number(),
        /** Plain text. */
        reason: LocalText,
      }),
    ),
  ),
})
export type Submissions = v.InferOutput<typeof Submissions>

export const submissionCalls = {
  getSubmissions: {
    method: 'GET',
    path: '/v1/user/submissions',
    answer: Submissions,
  },
} as const satisfies ClientCalls

export const submissionRules = {
  getSubmissions: {
    codes: ['NO_ACCOUNT'],
    extension: 'account',
    summary:
      'What the members of the account submitted, with the verdicts, and what organisers gave it',
  },
} as const satisfies RulesOf<typeof submissionCalls>
