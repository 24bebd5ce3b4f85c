import { eq, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createBus } from '../../../platform/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { replicas as table } from '../../../platform/database/schema.ts'
import { createLog } from '../../../platform/log.ts'
import { createClockDifference } from '../../../platform/replicas/clock-difference.ts'
import { createReplicas } from '../../../platform/replicas/replicas.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { openTestDatabase, sharedDatabase } from '../test-database.ts'
import { createWrittenLog } from '../written-log.ts'

const everyMs = 5000
const other = { id: 'other', heartbeats: 1, url: 'http://other' }

/** A replica that is called `one`, on a simulated clock. */
async function openReplica(
  through: (db: Database['db']) => Database['db'] = db => db,
  { start = Date.UTC(2026, 5, 1), log = createLog('silent') } = {},
) {
  const database = await openTestDatabase()
  const { db } = database
  const bus = await createBus(database, log)
  const clock = createSimulatedClock(start)
  const own = { bus, clock, log, id: 'one', url: 'http://one' }
  let end = () => {}
  const replicas = createReplicas({
    database: { ...sharedDatabase(database), db: through(db) },
    ...own,
  })
  return {
    db,
    clock,
    replicas,
    /** Runs a check, and gives the ids of the replicas that have a row after it. Listeners must be there by then. */
    async round(): Promise<string[]> {
      const over = Promise.withResolvers<void>()
      end = over.resolve
      clock.advance(everyMs)
      await over.promise
      // The round itself is over a moment later.
      await new Promise(resolve => setImmediate(resolve))
      return (await db.select().from(table)).map(({ id }) => id).sort()
    },
    async join() {
      replicas.onCheck(async () => end())
      await replicas.join()
      replicas.watch()
    },
    async close() {
      await replicas.leave()
      await bus.close()
      await database.close()
    },
  }
}
test('a clock that is set forward makes no replica dead; one that sends no heartbeat for 20 s is', async () => {
  const { db, clock, join, round, close } = await openReplica()
  await join()
  await db.insert(table).values(other)
  await round()
  clock.jump(3_600_000)
  expect(await round()).toEqual(['one', 'other'])
  for (const _ of [2, 3]) expect(await round()).toEqual(['one', 'other'])
  expect(await round()).toEqual(['one'])
  await close()
})

test('a replica that sends heartbeats while another one takes it for dead stays', async () => {
  let removed = 0
  const { db, join, round, close } = await openReplica(db =>
    Object.assign(Object.create(db), {
      delete: (from: typeof table) => ({
        async where(condition: SQL) {
          removed++
          await db.update(table).set({ heartbeats: 2 }).where(eq(table.id, 'other'))
          return db.delete(from).where(condition)
        },
      }),
    }),
  )
  await join()
  await db.insert(table).values(other)
  for (let count = 1; count <= 4; count++) await round()
  expect(await round()).toEqual(['one', 'other'])
  expect(removed).toBe(1)
  await close()
})

test('what fails in a check is done at the next one, and keeps the rest from nothing', async () => {
  const { db, replicas, join, round, close } = await openReplica()
  let failed = 0
  let removed = 0
  replicas.onRemoved(async () => {
    if (++removed === 1) throw new Error('the database was away for a moment')
  })
  replicas.onCheck(async () => {
    failed++
    throw new Error('the engine is away')
  })
  await join()
  await db.insert(table).values(other)
  await db.delete(table).where(eq(table.id, 'one'))
  expect(await round()).toEqual(['one', 'other'])
  expect([failed, removed]).toEqual([1, 1])
  for (const _ of [2, 3, 4]) expect(await round()).toEqual(['one', 'other'])
  expect([failed, removed]).toEqual([4, 2])
  expect(await round()).toEqual(['one'])
  await close()
})

test("the log warns of a host whose clock is ahead of the database's", async () => {
  const { log, written } = createWrittenLog('warn')
  const { join, round, close } = await openReplica(db => db, { start: Date.now() + 3e6, log })
  await join()
  await round()
  const [, ahead] = /"secondsAhead":([\d.]+)/.exec(written()) ?? []
  expect(Number(ahead)).toBeGreaterThan(2900)
  expect(Number(ahead)).toBeLessThan(3010)
  await close()
})

test('clocks are compared as of any moment of the request, and a difference is logged once', () => {
  const { log, written } = createWrittenLog('warn')
  const clock = createSimulatedClock(0)
  const { measure } = createClockDifference({ clock, log })
  const warnings = () => [...written().matchAll(/"secondsAhead":(-?[\d.]+)/g)].map(([, by]) => by)
  const answer = (atDatabase: number, tookMs: number) => {
    const compare = measure()
    clock.advance(tookMs)
    compare(atDatabase)
  }
  answer(-900, 0)
  answer(clock.now() - 500, 4000)
  answer(clock.now() + 4500, 4000)
  expect(warnings()).toEqual([])
  answer(clock.now() - 5000, 0)
  answer(clock.now() - 5000, 0)
  expect(warnings()).toEqual(['5'])
  answer(clock.now(), 0)
  answer(clock.now() + 5000, 0)
  expect(warnings()).toEqual(['5', '-5'])
})
