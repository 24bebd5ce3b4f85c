import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../platform/database/open.ts'
import { settings } from '../../../platform/database/schema.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'

const isAsked = Boolean(process.env.DATABASE_URL)

describe.skipIf(!isAsked)('a connection that breaks', { timeout: 60_000 }, () => {
  let server: PostgresServer
  let line: Awaited<ReturnType<typeof openLine>>
  let database: Database
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    line = await openLine(Number(new URL(server.url).port))
    const url = new URL(server.url)
    url.port = String(line.port)
    database = await openDatabase({ url: url.href })
  })
  afterAll(async () => {
    await database?.close()
    await line?.close()
    await server?.close()
  })

  const rows = async (key: string) =>
    (await database.db.select().from(settings)).filter(row => row.key.startsWith(key))

  test.each([
    ['before the commit arrives', 'commitLost', 2],
    ['before the commit is answered', 'answerLost', 1],
  ] as const)('%s: the transaction is made once', async (_, where, attempts) => {
    let made = 0
    const result = await database.once(async tx => {
      made++
      await tx.insert(settings).values({ key: `${where}-${made}`, value: made })
      // What is sent next is the commit.
      if (made === 1) line.cutNext(where)
      return made
    })
    expect(made).toBe(attempts)
    expect(result).toBe(attempts)
    expect(await rows(where)).toEqual([{ key: `${where}-${attempts}`, value: attempts }])
  })

  test('what the transaction runs into itself is told at once', async () => {
    const twice = database.once(async tx => {
      for (let time = 0; time < 2; time++)
        await tx.insert(settings).values({ key: 'two', value: 1 })
    })
    await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await rows('two')).toEqual([])
  })

  test('in the midst of a read, the read is sent again', async () => {
    await database.db.insert(settings).values({ key: 'read', value: 1 })
    line.cutNext('answerLost')
    expect(await rows('read')).toHaveLength(1)
  })
})

/** A line to the server that can be cut with the next that is sent, or with its answer. */
async function openLine(target: number) {
  let cutting: 'commitLost' | 'answerLost' | null = null
  const open = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1')
    let isDoomed = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', end).on('close', end)
      socket.on('close', () => open.delete(socket))
    }
    client.on('data', (chunk: Buffer) => {
      const where = cutting
      cutting = null
      if (where === 'commitLost') return end()
      isDoomed ||= where === 'answerLost'
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => (isDoomed ? end() : client.write(chunk)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutNext(where: 'commitLost' | 'answerLost') {
      cutting = where
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
