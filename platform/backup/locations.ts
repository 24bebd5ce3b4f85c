import { existsSync } from 'node:fs'
import { access, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import type { Db } from '../database/database.ts'
import { lockFolder } from '../database/lock.ts'
import { openEngine } from '../database/pglite.ts'
import { keepPrivate } from '../database/private-files.ts'
import { rowsOf } from '../database/rows-of.ts'
import * as schema from '../database/schema.ts'
import { askToBackUp, NotRunningError } from '../organiser/ask.ts'
import { lockStopped } from '../organiser/lock-stopped.ts'
import { checkServer } from '../plain-error.ts'
import { backUp } from './back-up.ts'
import type { Rows } from './format.ts'
import { type RestoreOptions, requireBackup, restore } from './restore.ts'

/** Where a database is: the server if a URL is given, else the data folder. */
export interface DatabaseLocation {
  dataFolder: string
  databaseUrl: string | undefined
}

/** Backs up a platform that runs or is stopped. @throws Error in plain words */
export async function backUpFrom(location: DatabaseLocation, file: string): Promise<Rows> {
  const now = new Date()
  if (location.databaseUrl) return onServer(location.databaseUrl, db => backUp(db, file, now))
  try {
    return await askToBackUp(location.dataFolder, file)
  } catch (error) {
    if (!(error instanceof NotRunningError)) throw error
  }
  const release = await lockStopped(location.dataFolder)
  try {
    return await onEmbedded(join(location.dataFolder, 'database'), db => backUp(db, file, now))
  } finally {
    await release()
  }
}

/** Restores into the database of a platform that does not run. @throws Error in plain words */
export async function restoreTo(
  location: DatabaseLocation,
  file: string,
  options: RestoreOptions,
): Promise<Rows> {
  await access(file).catch(() => {
    throw new Error(`${file} is not there, or this user may not read it`)
  })
  const found = await stat(file)
  // A pipe can be read only once, and before that it waits for a writer.
  if (!found.isFile() && !found.isDirectory())
    throw new Error(`${file} is not a file: write the backup into one, and name that`)
  await requireBackup(file)
  if (!location.databaseUrl) {
    const work = (db: Db) => restore(db, file, options)
    const wasThere = existsSync(join(location.dataFolder, 'database'))
    // A dry run leaves no folder behind.
    return options.isDryRun && !wasThere ? inMemory(work) : inFolder(location.dataFolder, work)
  }
  return onServer(location.databaseUrl, async db => {
    await requireAlone(db)
    return restore(db, file, options)
  })
}

async function inMemory<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const client = await PGlite.create()
  try {
    return await work(drizzlePglite({ client, schema }))
  } finally {
    await client.close()
  }
}

/** Deletes a new database if the work with it fails. */
async function inFolder<T>(dataFolder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const release = await lockFolder(dataFolder)
  const folder = join(dataFolder, 'database')
  const wasThere = existsSync(folder)
  try {
    return await onEmbedded(folder, work)
  } catch (error) {
    // It is locked, so no platform has begun to use it.
    if (!wasThere) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await release()
  }
}

async function onEmbedded<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await openEngine(folder)
  try {
    await keepPrivate(folder)
    return await work(drizzlePglite({ client, schema }))
  } finally {
    await client.close()
  }
}

/** Uses one connection without the deadlines of a platform, because a large backup takes minutes. */
async function onServer<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect().catch(error => {
      throw new Error(
        `the database cannot be opened: ${error.message || error.code}: ${checkServer(error)}`,
      )
    })
    return await work(drizzlePostgres({ client, schema }))
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireAlone(db: Db): Promise<void> {
  const others = await rowsOf(
    db,
    sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`,
  )
  if (others.length > 0)
    throw new Error('the database is in use: stop all platforms, and close other connections to it')
}
