import type { Handlers } from './context.ts'
import { requireResults } from './rules.ts'

export const resultCalls: Handlers<'getScoreboard' | 'getSolveTimes'> = {
  async getScoreboard(context) {
    return context.scores.board(requireResults(context).scoreGroup).scoreboard
  },
  async getSolveTimes(context) {
    return context.scores.solveTimes(requireResults(context).scoreGroup)
  },
}
