import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../platform/database/open.ts'
import { isUnavailable } from '../../../platform/database/outage.ts'
import { settings } from '../../../platform/database/schema.ts'
import { startPostgres } from '../../support/servers/postgres-server.ts'

const isAsked = Boolean(process.env.DATABASE_URL)

async function openOnStandby() {
  const server = await startPostgres({ fsync: 'off' })
  onTestFinished(() => server.close())
  const database = await openDatabase({ url: server.url, waits: { totalMs: 2_000 } })
  onTestFinished(() => database.close())
  await server.demote()
  const read = () => database.db.select().from(settings)
  const change = () => database.db.insert(settings).values({ key: 'probe', value: 'x' })
  return { promote: server.promote, read, change }
}

test.skipIf(!isAsked)(
  'a server that takes no changes is read, and counts as away for others',
  async () => {
    const { read, change } = await openOnStandby()
    expect(await read()).toEqual([])
    expect(isUnavailable(await change().catch(error => error))).toBe(true)
  },
)

test.skipIf(!isAsked)('after a failover no connection to the standby is used again', async () => {
  const { promote, read, change } = await openOnStandby()
  // These connections stay read-only.
  await Promise.all(Array.from({ length: 4 }, read))
  await promote()
  await change()
  expect(await read()).toHaveLength(1)
})

test.skipIf(!isAsked)(
  'a platform is not opened on a standby, and the message says what to do',
  async () => {
    const server = await startPostgres({ fsync: 'off', default_transaction_read_only: 'on' })
    onTestFinished(() => server.close())
    await expect(openDatabase({ url: server.url })).rejects.toThrow(/name the primary server/)
  },
)
