import type { Handlers } from './context.ts'
import { requireResults } from './rules.ts'

export const scoreboardHandlers: Handlers<'getScoreboard' | 'getSolveTimes'> = {
  async getScoreboard(context) {
    const { scoreGroup, id } = requireResults(context)
    return context.scores.scoreboard(scoreGroup, id)
  },
  async getSolveTimes(context) {
    const { scoreGroup, id } = requireResults(context)
    return context.scores.solveTimes(scoreGroup, id)
  },
}
