import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { teamMembers, users } from '../../database/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Handlers } from '../context.ts'
import { requireResults } from '../rules.ts'

export const historyCalls: Handlers<'getHistory' | 'getAccount'> = {
  async getHistory(context) {
    const { scoreGroup, id } = requireResults(context)
    return context.scores.history(scoreGroup, id)
  },

  async getAccount(context) {
    const { scoreGroup, id } = requireResults(context)
    const { accountId } = context.params
    const found = context.scores.account(scoreGroup, accountId, id)
    if (!found) throw new Refusal('NOT_FOUND', 'there is no such account in your score group')
    return { ...found, members: await membersOf(context.database, accountId) }
  },
}

/** The members of a team, or the user who is the account. */
async function membersOf({ db }: Database, accountId: string) {
  const members = await db
    .select({ username: users.username })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, accountId))
    .orderBy(sql`lower(${users.username})`, users.id)
  if (members.length > 0) return members
  return db.select({ username: users.username }).from(users).where(eq(users.id, accountId))
}
