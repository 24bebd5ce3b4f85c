import type { PoolClient } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createConnections } from '../../../platform/database/connections.ts'
import { isLoss } from '../../../platform/database/outage.ts'
import { eventually } from '../../support/eventually.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgres-server.ts'

const isAsked = Boolean(process.env.DATABASE_URL)
/** Longer than a test. */
const attemptMs = 60_000

let server: PostgresServer
beforeAll(async () => {
  // It takes no changes: the first one replaces the pool, as after a failover.
  if (isAsked) server = await startPostgres({ fsync: 'off', default_transaction_read_only: 'on' })
  return () => server?.close()
})

function open(most: number) {
  const connections = createConnections(server.url, { connections: most, attemptMs })
  onTestFinished(() => connections.close())
  return connections
}
const change = (client: PoolClient) => client.query('create table changes ()')
const read = (client: PoolClient) => client.query('select 1 as one')
const thrown = (what: Promise<unknown>) => what.catch((error: unknown) => error)

test.skipIf(!isAsked)(
  'an attempt that waits for a connection goes over to the new pool',
  async () => {
    const { use } = open(1)
    const changing = thrown(use(change, attemptMs))
    const reading = use(read, attemptMs)
    expect(isLoss(await changing)).toBe(true)
    expect((await reading).rows).toEqual([{ one: 1 }])
  },
)

test.skipIf(!isAsked)('a connection that the replaced pool opens later is closed', async () => {
  const { use } = open(2)
  await use(read, attemptMs)
  // The change takes the connection that is there. The read waits for another one, which takes longer.
  const changing = thrown(use(change, attemptMs))
  const reading = use(read, attemptMs)
  await Promise.all([changing, reading])
  const count = async () => {
    const own = "select from pg_stat_activity where application_name = 'guidon'"
    return (await use(client => client.query(own), attemptMs)).rowCount
  }
  await eventually(async () => expect(await count()).toBe(1))
})
