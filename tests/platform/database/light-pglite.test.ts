import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openPglite } from '../../../platform/database/pglite.ts'
import { type Queries, rowsOf } from '../../../platform/database/rows-of.ts'
import { users } from '../../../platform/database/schema.ts'

const { db, close } = await openPglite()
afterAll(close)

test('queries that wait for each other leave turns to other work', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 300 }, () => db.select().from(users)))
  isOver = true
  // At once, they are one turn of the event loop.
  expect(turns).toBeGreaterThan(5)
})

test('times come as Drizzle expects them, also in a transaction', async () => {
  const read = (from: Queries) => rowsOf(from, sql`select timestamptz '2026-05-01 12:30Z' as at`)
  const rows = await db.transaction(read)
  expect(rows).toEqual([{ at: expect.stringMatching(/^2026-05-01 /) }])
  expect(await read(db)).toEqual(rows)
})
