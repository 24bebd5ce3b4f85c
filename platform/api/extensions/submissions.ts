import { desc, eq, inArray } from 'drizzle-orm'
import { maxSubmissions } from '../../../src/api/contract/submissions.ts'
import type { Submissions } from '../../../src/api/contract.ts'
import type { Database } from '../../database/database.ts'
import { awards, submissions, users } from '../../database/schema.ts'
import { findByRow, refOfRow } from '../../event/challenge-key.ts'
import type { Handlers } from '../context.ts'
import type { Member } from '../directory.ts'
import { requireAccount } from '../rules.ts'

type Status = Submissions['submissions'][number]['status']

export const submissionHandlers: Handlers<'getSubmissions'> = {
  async getSubmissions({ database, event, member }) {
    const { id } = requireAccount(member)
    const rows = await database.db
      .select({
        category: submissions.category,
        slug: submissions.slug,
        status: submissions.status,
        userId: submissions.userId,
        submittedAt: submissions.submittedAt,
      })
      .from(submissions)
      .where(eq(submissions.accountId, id))
      .orderBy(desc(submissions.id))
      .limit(maxSubmissions)
    const names = await namesOf(database, member, new Set(rows.map(({ userId }) => userId)))
    const given = await database.db
      .select()
      .from(awards)
      .where(eq(awards.accountId, id))
      .orderBy(desc(awards.madeAt), desc(awards.id))
      .limit(maxSubmissions)
    return {
      awards: given.map(({ id, madeAt, points, reason }) => ({
        id,
        points,
        reason,
        time: madeAt.toISOString(),
      })),
      submissions: rows.map(({ submittedAt, userId, status, ...challenge }) => ({
        time: submittedAt.toISOString(),
        username: names.get(userId) ?? '',
        ...refOfRow(event.current, challenge),
        name: findByRow(event.current, challenge)?.name,
        status: status as Status,
      })),
    }
  },
}

/** Usernames by id. The caller is known already, and is mostly the only member. */
async function namesOf({ db }: Database, { user }: Member, ids: Set<string>) {
  const names = new Map([[user.id, user.username]])
  ids.delete(user.id)
  if (ids.size === 0) return names
  const others = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
  for (const { id, username } of others) names.set(id, username)
  return names
}
