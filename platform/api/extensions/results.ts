import { Refusal } from '../../refusal.ts'
import type { Handlers } from '../context.ts'
import { requireResults } from '../rules.ts'

export const resultHandlers: Handlers<'getHistory' | 'getAccount'> = {
  async getHistory(context) {
    const { scoreGroup, id } = requireResults(context)
    return context.scores.history(scoreGroup, id)
  },

  async getAccount(context) {
    const { scoreGroup, id } = requireResults(context)
    const { accountId } = context.params
    const found = context.scores.account(scoreGroup, accountId, id)
    if (!found) throw new Refusal('NOT_FOUND', 'there is no such account in your score group')
    return { ...found, members: [...(await context.directory.members(accountId))] }
  },
}
