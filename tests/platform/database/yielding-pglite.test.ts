import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { types } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../../platform/database/pglite.ts'
import { type Queries, rowsOf } from '../../../platform/database/rows-of.ts'
import { YieldingPGlite } from '../../../platform/database/yielding-pglite.ts'
import { fillDataFolder } from '../test-database.ts'

const client = await YieldingPGlite.open({})
const { db, close } = databaseOf(client)
afterAll(close)

test('queries that wait for each other leave turns to other work', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 300 }, () => db.execute(sql`select 1`)))
  isOver = true
  // If all ran at once, they would be one turn of the event loop.
  expect(turns).toBeGreaterThan(5)
})

test('times come as Drizzle expects them, also in a transaction', async () => {
  const read = (from: Queries) => rowsOf(from, sql`select timestamptz '2026-05-01 12:30Z' as at`)
  const rows = await db.transaction(read)
  expect(rows).toEqual([{ at: expect.stringMatching(/^2026-05-01 /) }])
  expect(await read(db)).toEqual(rows)
})

test('parsers that come with a query are left out, also in a transaction: they cost as much as the query', async () => {
  const parsers = { [types.TEXT]: () => 'parsed again' }
  const read = async (from: Pick<YieldingPGlite, 'query'>) =>
    (await from.query("select 'as it is' as text", [], { parsers })).rows
  const rows = [{ text: 'as it is' }]
  expect(await read(client)).toEqual(rows)
  expect(await client.transaction(read)).toEqual(rows)
})

test('after its end, all queries fail and the thread goes on; the next start has what was committed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-end-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await fillDataFolder(folder)
  const dataDir = join(folder, 'database')
  const ends: Error[] = []
  const ending = await YieldingPGlite.open({ dataDir }, error => ends.push(error))
  await ending.exec("create table kept (word text); insert into kept values ('committed')")
  // PostgreSQL ends if it cannot make the next file of its log, as on a full disk.
  const log = join(dataDir, 'pg_wal')
  await rename(log, `${log}-away`)
  const write = () =>
    ending.transaction(async tx => {
      await tx.query("insert into kept values ('not committed')")
      await tx.query("select pg_logical_emit_message(true, 'more', repeat('a', 4000000))")
    })
  for (let times = 0; times < 10 && ends.length === 0; times++) await write().catch(() => {})
  expect(ends.map(({ message }) => message)).toEqual(['the embedded database has ended'])
  const ended = 'the embedded database has ended'
  await expect(write()).rejects.toThrow(ended)
  await expect(ending.query('select 1')).rejects.toThrow(ended)
  await ending.close()
  await rename(`${log}-away`, log)
  const next = await YieldingPGlite.open({ dataDir })
  const { rows } = await next.query("select 1 from kept where word = 'committed'")
  expect(rows).toHaveLength(1)
  await next.close()
})
