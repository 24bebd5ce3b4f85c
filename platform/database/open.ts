import { join } from 'node:path'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { PostgresOptions } from './postgres.ts'
import type * as schema from './schema.ts'

/** Queries, the same for both engines. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * While the server is away, each statement or transaction waits for it, for up to 12 s. One that
   * lost its connection is sent again, and may have been carried out before: what does harm or
   * answers otherwise when it is done twice belongs into `once`.
   *
   * @throws UnavailableError
   */
  readonly db: Db
  /**
   * A transaction that is committed once, and surely, though its connection be lost in the midst of
   * the commit: where the server is away, `work` may be called again.
   *
   * @throws UnavailableError, after which nobody knows whether it was committed
   */
  once<T>(work: (tx: Db) => Promise<T>): Promise<T>
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
  /** Of a PostgreSQL: how long it is waited for. */
  waits?: PostgresOptions
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
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { folder, url, snapshot, waits } = options
  if (url) return (await import('./postgres.ts')).openPostgres(url, waits)
  return (await import('./pglite.ts')).openPglite(folder, snapshot)
}
