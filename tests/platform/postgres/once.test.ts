import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { settings } from '../../../platform/database/schema.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../support/servers/database-proxy.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgres-server.ts'

const isAsked = Boolean(process.env.DATABASE_URL)

describe.skipIf(!isAsked)('a connection that breaks', () => {
  let server: PostgresServer
  let proxy: DatabaseProxy
  let database: Database
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    proxy = await openDatabaseProxy(Number(new URL(server.url).port))
    const url = new URL(server.url)
    url.port = String(proxy.port)
    database = await openDatabase({ url: url.href })
  })
  afterAll(async () => {
    await database?.close()
    await proxy?.close()
    await server?.close()
  })

  const rows = async (key: string) =>
    (await database.db.select().from(settings)).filter(row => row.key.startsWith(key))

  test.each([
    ['before the commit arrives', 'before', 2],
    ['before the commit is answered', 'after', 1],
  ] as const)('%s: the transaction is made once', async (_, when, attempts) => {
    let made = 0
    const result = await database.once(async tx => {
      made++
      await tx.insert(settings).values({ key: `${when}-${made}`, value: made })
      // The platform sends the commit next.
      if (made === 1) proxy.cutAt({ when, what: 'commit', nth: 1 })
      return made
    })
    expect(made).toBe(attempts)
    expect(result).toBe(attempts)
    expect(await rows(when)).toEqual([{ key: `${when}-${attempts}`, value: attempts }])
  })

  test('an error of the transaction itself is reported at once', async () => {
    const twice = database.once(async tx => {
      for (let time = 0; time < 2; time++)
        await tx.insert(settings).values({ key: 'two', value: 1 })
    })
    await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await rows('two')).toEqual([])
  })

  test('in the midst of a read, the read is sent again', async () => {
    await database.db.insert(settings).values({ key: 'read', value: 1 })
    proxy.cutAt({ when: 'after', what: 'statement', nth: 1 })
    expect(await rows('read')).toHaveLength(1)
  })
})
