import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { SolveStatus } from './challenges.ts'
import { Slug, Timestamp } from './values.ts'

/** Newest first, the last 500. The texts of the flags are left out. */
export const Submissions = v.object({
  submissions: v.array(
    v.object({
      time: Timestamp,
      username: v.string(),
      categorySlug: Slug,
      challengeSlug: Slug,
      status: SolveStatus,
    }),
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
    summary: 'What the members of the account submitted, with the verdicts',
  },
} as const satisfies RulesOf<typeof submissionCalls>
