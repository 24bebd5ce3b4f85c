import { desc, eq } from 'drizzle-orm'
import type { Submissions } from '../../../src/api/contract.ts'
import { awards, submissions, users } from '../../database/schema.ts'
import { challengeRef } from '../../event/challenge-key.ts'
import type { Handlers } from '../context.ts'
import { requireAccount } from '../rules.ts'

type Status = Submissions['submissions'][number]['status']

const most = 500

export const submissionCalls: Handlers<'getSubmissions'> = {
  async getSubmissions({ database, event, member }) {
    const { id } = requireAccount(member)
    const rows = await database.db
      .select({ submission: submissions, username: users.username })
      .from(submissions)
      .innerJoin(users, eq(users.id, submissions.userId))
      .where(eq(submissions.accountId, id))
      .orderBy(desc(submissions.id))
      .limit(most)
    const given = await database.db
      .select()
      .from(awards)
      .where(eq(awards.accountId, id))
      .orderBy(desc(awards.madeAt))
      .limit(most)
    return {
      awards: given.map(({ id, madeAt, points, reason }) => ({
        ...{ id, points, reason },
        time: madeAt.toISOString(),
      })),
      submissions: rows.map(({ submission, username }) => ({
        time: submission.submittedAt.toISOString(),
        username,
        ...challengeRef(event.current, submission),
        status: submission.status as Status,
      })),
    }
  },
}
