import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** Queries, the same for both engines. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** Tells every replica, this one included. At most 8000 bytes of payload. */
  notify(channel: string, payload?: string): Promise<void>
  /**
   * @param again called when the line was down and is back: what was told meanwhile is lost
   * @returns stops listening
   */
  listen(
    channel: string,
    hear: (payload: string) => void,
    again?: () => void,
  ): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface OpenOptions {
  /** Folder of the embedded database; absent: in memory, gone when closed. */
  folder?: string
  /** Address of a PostgreSQL; wins over the folder. */
  url?: string
  /** What an embedded database in memory starts from: another's `dumpDataDir`. */
  snapshot?: Blob
}

/** Generated from schema.ts by `drizzle-kit generate --config platform/database/drizzle.config.ts`. */
export const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * Opens the database and brings its tables up to date. Nothing is ever migrated backwards.
 *
 * @throws when the server cannot be reached or the folder not be read
 */
export async function openDatabase({ folder, url, snapshot }: OpenOptions): Promise<Database> {
  if (url) return (await import('./postgres.ts')).openPostgres(url)
  return (await import('./pglite.ts')).openPglite(folder, snapshot)
}
