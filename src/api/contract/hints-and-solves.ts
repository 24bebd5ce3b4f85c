import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { categoryQuery, Solved } from './challenges.ts'
import { challengeCodes, unlockedCodes } from './errors.ts'

export const TakenHint = v.object({
  id: v.string(),
  cost: v.number(),
  /** Markdown. */
  text: v.string(),
})
export type TakenHint = v.InferOutput<typeof TakenHint>

/** The accounts that solved all its flags, the first one first. */
export const ChallengeCompletions = v.object({ solves: v.array(Solved) })

export const hintCalls = {
  takeHint: {
    method: 'POST',
    path: '/v1/challenges/{slug}/hints/{hintId}',
    query: categoryQuery,
    answer: TakenHint,
  },
  listSolves: {
    method: 'GET',
    path: '/v1/challenges/{slug}/solves',
    query: categoryQuery,
    answer: ChallengeCompletions,
  },
} as const satisfies ClientCalls

export const hintRules = {
  takeHint: {
    codes: unlockedCodes,
    extension: 'challenges',
    summary: 'Take a hint: its cost is off the points of the account, once, and its text stays',
  },
  listSolves: {
    codes: challengeCodes,
    extension: 'challenges',
    summary: "Who of the account's score group solved the challenge, and when",
  },
} as const satisfies RulesOf<typeof hintCalls>
