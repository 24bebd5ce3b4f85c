import { eq, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createBus } from '../../../platform/bus.ts'
import { replicas as table } from '../../../platform/database/schema.ts'
import { createLog } from '../../../platform/log.ts'
import { createReplicas } from '../../../platform/replicas/replicas.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { openTestDatabase } from '../test-database.ts'

const log = createLog('silent')

test.skipIf(!process.env.DATABASE_URL)(
  'a clock that is set forward makes no replica dead; one that does not beat for 20 s is',
  async () => {
    const database = await openTestDatabase()
    const bus = await createBus(database, log)
    const clock = createSimulatedClock(Date.UTC(2026, 5, 1))
    const replicas = createReplicas({ database, bus, clock, log, id: 'one', url: 'http://one' })
    let over = () => {}
    replicas.onCheck(async () => over())
    const round = async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      over = resolve
      clock.advance(5000)
      await promise
      // The round itself is over a moment later.
      await new Promise(resolve => setImmediate(resolve))
      return (await database.db.select().from(table)).map(({ id }) => id).sort()
    }
    await replicas.join()
    replicas.watch()
    await database.db.insert(table).values({ id: 'other', beat: 1, url: 'http://other' })
    await round()
    clock.jump(3_600_000)
    expect(await round()).toEqual(['one', 'other'])
    for (const _ of [2, 3]) expect(await round()).toEqual(['one', 'other'])
    expect(await round()).toEqual(['one'])
    await replicas.leave()
    await bus.close()
    await database.close()
  },
)

test.skipIf(!process.env.DATABASE_URL)(
  'a replica that beats while another one takes it for dead stays',
  async () => {
    const database = await openTestDatabase()
    const { db } = database
    const bus = await createBus(database, log)
    const clock = createSimulatedClock(Date.UTC(2026, 5, 1))
    const beat = () => db.update(table).set({ beat: 2 }).where(eq(table.id, 'other'))
    let removed = 0
    const beating = Object.assign(Object.create(db), {
      delete: (from: typeof table) => ({
        async where(condition: SQL) {
          removed++
          await beat()
          return db.delete(from).where(condition)
        },
      }),
    })
    const own = { bus, clock, log, id: 'one', url: 'http://one' }
    const replicas = createReplicas({ database: { ...database, db: beating }, ...own })
    let over = () => {}
    replicas.onCheck(async () => over())
    await replicas.join()
    replicas.watch()
    await db.insert(table).values({ id: 'other', beat: 1, url: 'http://other' })
    for (let round = 0; round < 5; round++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      over = resolve
      clock.advance(5000)
      await promise
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(removed).toBe(1)
    expect((await db.select().from(table)).map(({ id }) => id).sort()).toEqual(['one', 'other'])
    await replicas.leave()
    await bus.close()
    await database.close()
  },
)
