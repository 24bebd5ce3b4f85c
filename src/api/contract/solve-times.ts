import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { playCodes } from './errors.ts'
import { Timestamp } from './values.ts'

export const FlagSolves = v.object({ solveTimes: v.array(Timestamp) })

export const ChallengeSolves = v.object({ name: v.string(), flagSolves: v.array(FlagSolves) })
export type ChallengeSolves = v.InferOutput<typeof ChallengeSolves>

export const SolveTimes = v.object({
  categories: v.array(v.object({ name: v.string(), challengeSolves: v.array(ChallengeSolves) })),
})
export type SolveTimes = v.InferOutput<typeof SolveTimes>

export const solveTimesCalls = {
  getSolveTimes: {
    method: 'GET',
    path: '/v1/stats/solvetimes',
    answer: SolveTimes,
  },
} as const satisfies ClientCalls

export const solveTimesRules = {
  getSolveTimes: {
    codes: playCodes,
    summary: "When the flags were solved in the account's score group",
  },
} as const satisfies RulesOf<typeof solveTimesCalls>
