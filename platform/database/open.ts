import type { Database } from './database.ts'
import type { PostgresOptions } from './postgres.ts'

export interface OpenOptions {
  /** Folder of the embedded database; absent: in memory, gone when closed. */
  folder?: string
  /** URL of a PostgreSQL server; takes precedence over the folder. */
  url?: string
  /** How long to wait for the PostgreSQL server. */
  waits?: PostgresOptions
  /** Called once, if the embedded database ends by itself. All queries fail from then on. */
  onEnd?: (error: Error) => void
}

/**
 * Opens the database and brings its tables up to date. Nothing is ever migrated backwards.
 *
 * @throws when the server cannot be reached or the folder cannot be read
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { folder, url, waits, onEnd } = options
  if (url) return (await import('./postgres.ts')).openPostgres(url, waits)
  return (await import('./pglite.ts')).openPglite(folder, onEnd)
}
