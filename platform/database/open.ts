import type { Database } from './database.ts'
import type { PostgresOptions } from './postgres.ts'

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
