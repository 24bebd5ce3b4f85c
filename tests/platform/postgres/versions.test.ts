import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrationsFolder } from '../../../platform/database/migrations-folder.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { startPostgres } from '../../support/servers/postgres-server.ts'
import { fillDataFolder } from '../test-database.ts'

const isAsked = Boolean(process.env.DATABASE_URL)
const newer = /the database is of a newer version/
const inFuture = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`

/** The last migration before the tables got new names. */
const before = '0016_environment_ends'

async function olderMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'))
  const last = journal.entries.findIndex(({ tag }) => tag === before)
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  return folder
}

test('a newer embedded database is refused, and stays as it is', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guidon-newer-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  await fillDataFolder(dataFolder)
  const folder = join(dataFolder, 'database')
  const database = await openDatabase({ folder })
  await database.db.execute(inFuture)
  await database.close()
  await expect(openDatabase({ folder })).rejects.toThrow(newer)
  await expect(openDatabase({ folder })).rejects.toThrow(newer)
})

describe.skipIf(!isAsked)('a database on a server', () => {
  let url: string
  let client: pg.Client
  beforeEach(async () => {
    const server = await startPostgres({ fsync: 'off' })
    url = server.url
    client = new pg.Client(url)
    await client.connect()
    return async () => {
      await client.end()
      await server.close()
    }
  })
  const open = (silentMs: number) => openDatabase({ url, waits: { silentMs } })
  const isRenamed = async () =>
    (await client.query(`select to_regclass('usernames') as found`)).rows[0].found !== null

  test('is refused while another session keeps its lock or a table, which is named', async () => {
    await client.query(`set application_name = 'left behind'`)
    const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
    const named = new RegExp(`end it \\(pid ${pid} left behind from [\\d.:]+\\)`)
    const refused = () =>
      expect(openDatabase({ url, waits: { lockMs: 100 } })).rejects.toThrow(named)
    await client.query('select pg_advisory_lock(4711001)')
    await refused()
    await client.query('select pg_advisory_unlock(4711001)')
    await (await open(100)).close()
    await client.query('begin')
    await client.query('lock table drizzle.__drizzle_migrations')
    await refused()
  })

  test('is refused while it takes no changes, and the reason says what to name', async () => {
    const { pathname } = new URL(url)
    await client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
    const error = await open(100).catch(refusal => refusal)
    // The innermost reason is what a start prints.
    expect([error.message, error.cause]).toEqual([
      'this PostgreSQL takes no changes: name the primary server, and no standby',
      undefined,
    ])
  })

  test('is refused if it is newer', async () => {
    await (await open(0)).close()
    await client.query(inFuture)
    await expect(open(0)).rejects.toThrow(newer)
  })

  test('is not changed while platforms run on its older tables', async () => {
    await migrate(drizzle({ client }), { migrationsFolder: await olderMigrations() })
    await client.query(`insert into replicas (id, beat) values ('old', 1)`)
    const heartbeat = setInterval(() => {
      client.query('update replicas set beat = beat + 1').catch(() => {})
    }, 200)
    try {
      await expect(open(60_000)).rejects.toThrow(/platforms of an older version run on this/)
    } finally {
      clearInterval(heartbeat)
    }
    expect(await isRenamed()).toBe(false)
  })

  test('is brought up to date when the platform that used it is dead', async () => {
    await migrate(drizzle({ client }), { migrationsFolder: await olderMigrations() })
    await client.query(`insert into replicas (id, beat) values ('dead', 1)`)
    await (await open(800)).close()
    expect(await isRenamed()).toBe(true)
  })

  test('is opened at once beside platforms of the same version', async () => {
    await (await open(0)).close()
    await client.query(`insert into replicas (id, beat) values ('same', 1)`)
    await (await open(Number.POSITIVE_INFINITY)).close()
  })
})
