import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { accounts } from '../database/schema.ts'
import { Refusal } from '../refusal.ts'
import { isSameTyped, visible } from '../secret.ts'
import type { Handlers } from './context.ts'
import { requireAccount, requireNotOver } from './rules.ts'

export const scoreGroupHandlers: Handlers<'selectScoreGroup'> = {
  async selectScoreGroup({ database, event, member, body, now, address, ...services }) {
    const { id, scoreGroup } = requireAccount(member)
    requireNotOver(event.current, now)
    const taken = () =>
      new Refusal('SCORE_GROUP_ALREADY_SELECTED', 'the score group is chosen and stays')
    if (scoreGroup !== null) throw taken()

    const group = event.current.scoreGroups.find(({ slug }) => slug === body.scoreGroup)
    if (!group) throw new Refusal('NOT_FOUND', `there is no score group ${body.scoreGroup}`)
    if (group.password !== null) {
      const attempt = await services.limits.attempt('groupPassword', id, address)
      // A pasted password often has white space around it, or invisible characters of a chat.
      const pasted = visible(body.password ?? '').trim()
      if (pasted === '' || !isSameTyped(pasted, visible(group.password).trim()))
        throw new Refusal('SCORE_GROUP_WRONG_PASSWORD', 'the password is wrong')
      await attempt.takeBack()
    }

    const { directory, scores } = services
    // The team's last member may have left it meanwhile.
    const whyNot = async (tx: Db): Promise<never> => {
      const isAccount = eq(accounts.id, id)
      const rest = await tx.select({ id: accounts.id }).from(accounts).where(isAccount)
      throw rest.length > 0 ? taken() : new Refusal('NO_ACCOUNT', 'join or create a team first')
    }
    const joined = await database
      .once(async tx => {
        const chosen = await tx
          .update(accounts)
          .set({ scoreGroup: group.slug, scoreGroupAt: now })
          .where(and(eq(accounts.id, id), isNull(accounts.scoreGroup)))
          .returning({ id: accounts.id })
        if (chosen.length === 0) return whyNot(tx)
        await directory.accountChanges(tx, id)
        return scores.joined(tx, id)
      })
      .finally(() => directory.forgetAccount(id))
    await joined()
    return undefined
  },
}
