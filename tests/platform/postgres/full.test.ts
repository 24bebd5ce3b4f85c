import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../platform/database/open.ts'
import { settings } from '../../../platform/database/schema.ts'
import { startPostgres } from '../../support/servers/postgres-server.ts'

const isAsked = Boolean(process.env.DATABASE_URL)
const whatToDo = /no connection left: raise its max_connections/

test.skipIf(!isAsked)('if no connection is left, the message says what to raise', async () => {
  const server = await startPostgres({ fsync: 'off', max_connections: '20' })
  onTestFinished(() => server.close())
  const database = await openDatabase({ url: server.url, waits: { totalMs: 500 } })
  onTestFinished(() => database.close())

  const others: pg.Client[] = []
  const take = async () => {
    const client = new pg.Client(server.url).on('error', () => {})
    await client.connect()
    others.push(client)
  }
  for (;;) {
    const isTaken = await take().then(
      () => true,
      () => false,
    )
    if (!isTaken) break
  }
  onTestFinished(async () => {
    for (const one of others) await one.end()
  })

  await expect(openDatabase({ url: server.url })).rejects.toThrow(whatToDo)
  const error = await database.db
    .select()
    .from(settings)
    .then(
      () => undefined,
      (thrown: Error) => thrown,
    )
  const said: string[] = []
  for (let one: unknown = error; one instanceof Error; one = one.cause) said.push(one.message)
  expect(said.join(' < ')).toMatch(whatToDo)
})
