import { asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Database } from '../../../database/database.ts'
import { accounts, hintsTaken, solves, submissions, users } from '../../../database/schema.ts'
import { submissionStatus } from '../../../database/submission-status.ts'
import { pathOfRow } from '../../../event/challenge-key.ts'
import { block } from '../../../event/fields.ts'
import { ctftimeStandings } from '../../../scores/ctftime.ts'
import { viewCommand } from '../../command.ts'

/** The key of a row. The rows after it are the next page. */
type Cursor = readonly (string | number)[]

interface Page {
  rows: { category: string; slug: string }[]
  last: Cursor | null
}

/** Rows of one answer. An event may have a million of them. */
const pageSize = 5000

const tables: Readonly<Record<string, (database: Database, after: Cursor) => Promise<Page>>> = {
  async submissions({ db }, [id = 0]) {
    const rows = await db
      .select({
        id: submissions.id,
        time: submissions.submittedAt,
        account: accounts.displayName,
        accountId: submissions.accountId,
        username: users.username,
        category: submissions.category,
        slug: submissions.slug,
        flag: submissions.flagId,
        verdict: sql<string>`case ${submissions.status} when ${submissionStatus.accepted} then 'accepted' when ${submissionStatus.rejected} then 'rejected' else 'resubmitted' end`,
        sharedFromId: submissions.sharedFrom,
        text: submissions.text,
      })
      .from(submissions)
      .innerJoin(accounts, eq(accounts.id, submissions.accountId))
      .leftJoin(users, eq(users.id, submissions.userId))
      .where(gt(submissions.id, Number(id)))
      .orderBy(asc(submissions.id))
      .limit(pageSize)
    const last = rows.at(-1)
    return { rows, last: last ? [last.id] : null }
  },
  solves: (database, after) =>
    pageOf(database, after, {
      table: solves,
      time: solves.solvedAt,
      name: 'flag',
      id: solves.flagId,
      more: { counts: solves.counts },
    }),
  hints: (database, after) =>
    pageOf(database, after, {
      table: hintsTaken,
      time: hintsTaken.takenAt,
      name: 'hint',
      id: hintsTaken.hintId,
      more: { cost: hintsTaken.cost },
    }),
}

/** A table with one row for each account, challenge and `id`. */
interface Keyed {
  table: typeof solves | typeof hintsTaken
  time: PgColumn
  /** The name of the column `id` in the answer. */
  name: string
  id: PgColumn
  more: Record<string, PgColumn>
}

async function pageOf(
  { db }: Database,
  after: Cursor,
  { table, time, name, id, more }: Keyed,
): Promise<Page> {
  const key = [table.accountId, table.category, table.slug, id]
  const rows = await db
    .select({
      time,
      account: accounts.displayName,
      accountId: table.accountId,
      username: users.username,
      category: table.category,
      slug: table.slug,
      [name]: id,
      ...more,
    })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.accountId))
    .leftJoin(users, eq(users.id, table.userId))
    .where(isAfter(key, after))
    .orderBy(...key)
    .limit(pageSize)
  const last = rows.at(-1)
  return {
    rows,
    last: last ? [last.accountId, last.category, last.slug, String(last[name])] : null,
  }
}

/** The next rows of a table. `next` is what to give as `after`; null: these are the last ones. */
export const showRows = viewCommand(
  block({
    table: v.picklist(Object.keys(tables), 'must be submissions, solves or hints'),
    after: v.optional(v.array(v.union([v.string(), v.number()])), []),
  }),
  async ({ database, event }, { table, after }) => {
    const page = await tables[table]?.(database, after)
    const rows = (page?.rows ?? []).map(({ category, slug, ...rest }) => ({
      ...rest,
      challenge: pathOfRow(event.base, { category, slug }),
    }))
    return { rows, next: rows.length < pageSize ? null : page?.last }
  },
)

/** All boards as they are now, in the form that CTFtime reads. */
export const showStandings = viewCommand(block({}), async ({ event, scores }) =>
  event.current.scoreGroups.map(({ slug }) => ({
    group: slug,
    standings: ctftimeStandings(scores.board(slug).entries),
  })),
)

/** Compares rows by several columns at once. */
function isAfter(columns: readonly PgColumn[], after: Cursor): SQL | undefined {
  if (after.length !== columns.length) return undefined
  const left = sql.join(
    columns.map(column => sql`${column}`),
    sql`, `,
  )
  const right = sql.join(
    after.map(value => sql`${value}`),
    sql`, `,
  )
  return sql`(${left}) > (${right})`
}
