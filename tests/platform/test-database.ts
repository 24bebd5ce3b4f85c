import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import pglite from '../../node_modules/@electric-sql/pglite/package.json' with { type: 'json' }
import type { Database } from '../../platform/database/database.ts'
import { migrationsFolder } from '../../platform/database/migrations-folder.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { keepPrivate } from '../../platform/database/private-files.ts'
import { YieldingPGlite } from '../../platform/database/yielding-pglite.ts'
import { openReused } from './reused-databases.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache/guidon')

let snapshot: Promise<Blob> | undefined

/** What a prepared database leaves out, because loading it takes a third of the time. Tests never use it. */
const lean = {
  initDbStartParams: ['--wal-segsize=1'],
  statements: [
    "alter system set shared_buffers = '8MB'",
    'update pg_database set datistemplate = false',
    'drop database template0',
    'drop database template1',
    'checkpoint',
  ],
}

/**
 * An empty database with all tables. It is in memory, from a snapshot that is made once: PostgreSQL needs
 * seconds to set itself up, and a fraction of one to start from a snapshot. If DATABASE_URL names a
 * server, it is a new database there, which is dropped when it is closed.
 */
export async function openTestDatabase(): Promise<Database> {
  const made = await makeTestDatabase()
  if (made) {
    const database = await openDatabase({ url: made.url })
    return {
      ...database,
      async close() {
        await database.close()
        await made.drop()
      },
    }
  }
  return openReused(async () => {
    snapshot ??= loadSnapshot()
    return YieldingPGlite.open({ loadDataDir: await snapshot })
  })
}

/**
 * The database for a part that asks whether other replicas can share it. An embedded one belongs to one process, but several
 * replicas of a test may be in that process.
 */
export const sharedDatabase = (database: Database): Database => ({ ...database, kind: 'postgres' })

/** A new, empty database on the server that DATABASE_URL names. @returns null if it names none */
export async function makeTestDatabase() {
  const server = process.env.DATABASE_URL
  if (!server) return null
  const name = `guidon_test_${randomUUID().replaceAll('-', '')}`
  const admin = async (statement: string) => {
    // So a hanging server reports the statement long before the test times out.
    const client = new pg.Client({
      connectionString: server,
      connectionTimeoutMillis: 10_000,
      statement_timeout: 60_000,
    })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) }
}

/**
 * Makes an empty database with all tables in a platform's data folder, if it has none. Copying one
 * takes far less time than the platform would need to make it.
 */
export async function fillDataFolder(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'database')
  if (existsSync(folder)) return
  const made = join(cache, `database-${await fingerprint(lean)}`)
  if (!existsSync(made)) await makeFolder(made)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await cp(made, folder, { recursive: true })
}

async function makeFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(cache, { recursive: true })
  await (await makeLean(unfinished)).close()
  // The platform makes its files private, and has less work if they already are.
  await keepPrivate(unfinished)
  // Another process may already have made it.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}

async function loadSnapshot(): Promise<Blob> {
  const file = join(cache, `database-${await fingerprint(lean)}.tar`)
  const kept = await readFile(file).catch(() => null)
  if (kept) return new Blob([kept])

  const client = await makeLean()
  const dump = await client.dumpDataDir('none')
  await client.close()
  await mkdir(cache, { recursive: true })
  // Other test files may write the same file, so it only appears complete.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()))
  await rename(unfinished, file)
  return dump
}

async function makeLean(dataDir?: string): Promise<PGlite> {
  const { initDbStartParams } = lean
  const client = await PGlite.create({ initDbStartParams, ...(dataDir && { dataDir }) })
  await migrate(drizzle({ client }), { migrationsFolder })
  for (const statement of lean.statements) await client.exec(statement)
  return client
}

async function fingerprint(how: object): Promise<string> {
  const hash = createHash('sha256').update(pglite.version).update(JSON.stringify(how))
  const names = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
  for (const name of names) hash.update(await readFile(join(migrationsFolder, name)))
  return hash.digest('hex').slice(0, 16)
}
