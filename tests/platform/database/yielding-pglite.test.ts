import { types } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/pglite.ts'
import { type Queries, rowsOf } from '../../../platform/database/rows-of.ts'
import { YieldingPGlite } from '../../../platform/database/yielding-pglite.ts'

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
