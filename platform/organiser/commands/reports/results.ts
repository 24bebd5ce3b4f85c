import { and, count, desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { accounts, submissions, users } from '../../../database/schema.ts'
import { submissionStatus } from '../../../database/submission-status.ts'
import { findByRow, pathOfRow, rowKey, slugPath } from '../../../event/challenge-key.ts'
import { block, count as counted, text } from '../../../event/fields.ts'
import { viewCommand } from '../../command.ts'
import { accountNamed } from '../accounts.ts'
import { challengeNamed } from '../challenges.ts'

const maxResults = 10_000
const last = v.optional(
  v.pipe(counted, v.maxValue(maxResults, `must be ${maxResults} or less`)),
  100,
)

/** Every account of each score group as it is now, also while the board is frozen. */
export const showBoard = viewCommand(block({}), async ({ event, scores }) =>
  event.current.scoreGroups.map(({ slug, name }) => ({
    group: name,
    entries: scores.board(slug).entries,
  })),
)

/** How often each challenge was solved and tried so far. Solves of hidden ones do not count. */
export const showSolves = viewCommand(block({}), async ({ database, event, scores }) => {
  const tried = await database.db
    .select({
      category: submissions.category,
      slug: submissions.slug,
      wrong: count(sql`case when ${submissions.status} = ${submissionStatus.rejected} then 1 end`),
      shared: count(submissions.sharedFrom),
    })
    .from(submissions)
    .groupBy(submissions.category, submissions.slug)
  const boards = event.current.scoreGroups.map(({ slug, name }) => ({
    group: name,
    tallies: scores.board(slug).tallies,
  }))
  return event.base.challenges.map(one => {
    const key = rowKey(one.rowName)
    const row = tried.find(found => rowKey(found) === key)
    return {
      challenge: slugPath(one),
      isHidden: findByRow(event.current, one.rowName) === undefined,
      wrong: row?.wrong ?? 0,
      shared: row?.shared ?? 0,
      groups: boards.map(({ group, tallies }) => {
        const { value = 0, solves = 0, first = null } = tallies.get(key) ?? {}
        const firstBlood = first && {
          account: first.displayName,
          at: new Date(first.at).toISOString(),
        }
        return { group, points: value, solves, firstBlood }
      }),
    }
  })
})

/** Wrong flags, newest first, with their texts until the event is over. */
export const showWrong = viewCommand(
  block({ challenge: v.optional(text), account: v.optional(text), last }),
  async ({ database, event }, given) => {
    const { db } = database
    const row = given.challenge && challengeNamed(event.base, given.challenge).rowName
    const account = given.account && (await accountNamed({ tx: db }, given.account))
    const sharer = sql<
      string | null
    >`(select display_name from accounts where id = ${submissions.sharedFrom})`
    const rows = await db
      .select({
        id: submissions.id,
        time: submissions.submittedAt,
        account: accounts.displayName,
        username: users.username,
        category: submissions.category,
        slug: submissions.slug,
        text: submissions.text,
        sharedFrom: sharer,
      })
      .from(submissions)
      .innerJoin(accounts, eq(accounts.id, submissions.accountId))
      .innerJoin(users, eq(users.id, submissions.userId))
      .where(
        and(
          eq(submissions.status, submissionStatus.rejected),
          ...(row ? [eq(submissions.category, row.category), eq(submissions.slug, row.slug)] : []),
          ...(account ? [eq(submissions.accountId, account.id)] : []),
        ),
      )
      .orderBy(desc(submissions.id))
      .limit(given.last)
    return rows.map(({ category, slug, time, ...rest }) => ({
      ...rest,
      time: time.toISOString(),
      challenge: pathOfRow(event.base, { category, slug }),
    }))
  },
)
