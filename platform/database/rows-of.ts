import type { SQL } from 'drizzle-orm'

/** Any of Drizzle's databases and transactions. */
export interface Queries {
  execute(query: SQL): PromiseLike<unknown>
}

/** The rows of a statement that is written by hand. Each database has a type of its own for its results; all have `rows`. */
export async function rowsOf<T>(db: Queries, query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as { rows: T[] }).rows
}
