import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { accounts, awards, hintsTaken, solves, users } from '../database/schema.ts'
import {
  type Award,
  addAward,
  addHint,
  addSolve,
  createSolver,
  type NewSolve,
  type Solver,
  type TakenHint,
} from './solver.ts'

/** Some accounts, with their rows in the database. */
export interface Page {
  /** The accounts that take part. */
  accounts: { id: string; displayName: string; scoreGroup: string; hiddenAt: Date | null }[]
  hints: TakenHint[]
  awards: Award[]
  solves: NewSolve[]
  /** The users who solved something. */
  users: { id: string; username: string }[]
}

/** Accounts of a page. Each of its statements ends long before the time limit of a statement. */
const pageSize = 5000

/** @param id of the only account to read; absent: reads all, in pages */
export async function* readPages(db: Db, id?: string): AsyncGenerator<Page> {
  let last = ''
  for (;;) {
    const found = await db
      .select({
        id: accounts.id,
        displayName: accounts.displayName,
        hiddenAt: accounts.hiddenAt,
        scoreGroup: sql<string>`${accounts.scoreGroup}`,
      })
      .from(accounts)
      .where(
        and(
          isNotNull(accounts.scoreGroup),
          isNull(accounts.bannedAt),
          id === undefined ? gt(accounts.id, last) : eq(accounts.id, id),
        ),
      )
      .orderBy(asc(accounts.id))
      .limit(pageSize)
    const end = found.at(-1)?.id
    if (end === undefined) return
    const isOfPage = (column: (typeof solves | typeof hintsTaken | typeof awards)['accountId']) =>
      id === undefined ? and(gt(column, last), lte(column, end)) : eq(column, id)
    const hints = await db.select().from(hintsTaken).where(isOfPage(hintsTaken.accountId))
    const isSolveOfPage = isOfPage(solves.accountId)
    const solvedBy = db.selectDistinct({ id: solves.userId }).from(solves).where(isSolveOfPage)
    yield {
      accounts: found,
      hints,
      awards: await db.select().from(awards).where(isOfPage(awards.accountId)),
      solves: await readSolves(db, isSolveOfPage),
      users: await db
        .select({ id: users.id, username: users.username })
        .from(users)
        .where(inArray(users.id, solvedBy)),
    }
    if (id !== undefined || found.length < pageSize) return
    last = end
  }
}

/** The accounts of a page by their id, with their solves, hints and awards. */
export function solversOf({ accounts, hints, awards, solves }: Page): ReadonlyMap<string, Solver> {
  const found = new Map(accounts.map(row => [row.id, createSolver(row, row.scoreGroup)]))
  const give = <T extends { accountId: string }>(
    rows: readonly T[],
    add: (solver: Solver, row: T) => unknown,
  ) => {
    for (const row of rows) {
      const solver = found.get(row.accountId)
      if (solver) add(solver, row)
    }
  }
  give(hints, addHint)
  give(awards, addAward)
  give(solves, addSolve)
  return found
}

/**
 * Reads one row for each flag, not for each solve: for the same solves, the driver and PGlite need an eighth of the
 * time.
 */
async function readSolves(db: Db, which: ReturnType<typeof and>): Promise<NewSolve[]> {
  const { accountId, category, slug, flagId, userId, solvedAt, counts } = solves
  const rows = await db
    .select({
      category,
      slug,
      flagId,
      accountIds: sql<string[]>`json_agg(${accountId})`,
      userIds: sql<string[]>`json_agg(${userId})`,
      times: sql<number[]>`json_agg((extract(epoch from ${solvedAt}) * 1000)::int8)`,
      count: sql<boolean[]>`json_agg(${counts})`,
    })
    .from(solves)
    .where(which)
    .groupBy(category, slug, flagId)
  return rows.flatMap(({ category, slug, flagId, accountIds, userIds, times, count }) =>
    accountIds.map((accountId, at) => ({
      accountId,
      category,
      slug,
      flagId,
      userId: userIds[at] ?? '',
      solvedAt: new Date(times[at] ?? 0),
      counts: count[at] ?? false,
    })),
  )
}
