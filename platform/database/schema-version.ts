import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartError } from '../start-error.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { type Queries, rowsOf } from './rows-of.ts'

const lookEveryMs = 500

const isThere = async (db: Queries, table: string): Promise<boolean> => {
  const [row] = await rowsOf<{ found: boolean }>(
    db,
    sql`select to_regclass(${table}) is not null as found`,
  )
  return row?.found === true
}

/** When the last migration of its tables was made, in milliseconds. Null: it has no tables of a platform. */
export async function schemaVersionOf(db: Queries): Promise<number | null> {
  if (!(await isThere(db, 'drizzle.__drizzle_migrations'))) return null
  const [last] = await rowsOf<{ at: string | null }>(
    db,
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  )
  return last?.at == null ? null : Number(last.at)
}

/**
 * @returns whether the tables are older than this program
 * @throws StartError if they are newer, since nothing is migrated backwards
 */
export async function isOlder(db: Queries): Promise<boolean> {
  const version = await schemaVersionOf(db)
  if (version === null) return false
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map(one => one.folderMillis))
  if (version > newest)
    throw new StartError(
      'the database is of a newer version: install that one again, or restore a backup from before into a new database',
    )
  return version < newest
}

/**
 * New tables would break the platforms that run on the old ones. A platform that crashed leaves its row, which then
 * no longer changes.
 *
 * @param silentMs no running platform leaves its row unchanged for longer
 * @throws StartError if one runs
 */
export async function requireNoPlatform(db: Queries, silentMs: number): Promise<void> {
  if (!(await isThere(db, 'public.replicas'))) return
  const heartbeats = async () =>
    JSON.stringify(await rowsOf(db, sql`select id, beat from replicas order by id`))
  const first = await heartbeats()
  for (const begun = performance.now(); first !== '[]'; await delay(lookEveryMs)) {
    const now = await heartbeats()
    // The last platform has just left.
    if (now === '[]') return
    if (now !== first)
      throw new StartError(
        'platforms of an older version run on this database: stop all of them, then start the first one of this version',
      )
    if (performance.now() - begun >= silentMs) return
  }
}
