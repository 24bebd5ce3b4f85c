import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReadiness } from '../../../platform/api/readiness.ts'
import type { Database } from '../../../platform/database/database.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../support/servers/database-proxy.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgres-server.ts'
import { startPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'

const path = '/v1/health/ready'

test('a platform that can do its work is ready, and tells numbers only to whom it may', async () => {
  const platform = await startPlatform({ metricsToken: 'a-metrics-token' })
  try {
    const response = await platform.fetch(path)
    const words = { ready: true, database: 'ok', dataFolder: 'ok', space: 'ok' }
    expect([response.status, await response.json()]).toEqual([200, words])
    const headers = { authorization: 'Bearer a-metrics-token' }
    const numbers = await (await platform.fetch(path, { headers })).json()
    expect(numbers).toEqual({ ...words, freeMegabytes: expect.any(Number) })
    // Nothing is left of what was written to find out.
    const left = await readdir(platform.dataFolder)
    expect(left.filter(name => name.startsWith('.'))).toEqual([])
  } finally {
    await platform.close()
  }
})

test('what was found counts for a second, for all who ask, and is then looked at again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const execute = async () => ({ rows: [{ only_reads: ++asked === 1 ? 'on' : 'off' }] })
  const insert = () => ({ values: () => ({ onConflictDoUpdate: async () => {} }) })
  const database = { db: { insert, execute } } as unknown as Database
  const readiness = createReadiness({ database, dataFolder: tmpdir(), minMegabytes: 0 })
  const isReady = async () => (await readiness.report()).ready
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false])
  vi.advanceTimersByTime(999)
  expect([await isReady(), asked]).toEqual([false, 1])
  vi.advanceTimersByTime(1)
  expect([await isReady(), asked]).toEqual([true, 2])
})

describe('it is not ready', () => {
  let database: Database
  let dataFolder: string
  beforeAll(async () => {
    database = await openTestDatabase()
    dataFolder = await mkdtemp(join(tmpdir(), 'guidon-ready-'))
  })
  afterAll(async () => {
    await database.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  test('where the data folder is gone', async () => {
    const readiness = createReadiness({ database, dataFolder: join(dataFolder, 'gone') })
    const { status, headers, body } = await readiness.answer(false)
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(body ?? '')).toMatchObject({ ready: false, dataFolder: 'notWritable' })
  })

  test('where space runs out', async () => {
    const minMegabytes = Number.MAX_SAFE_INTEGER
    const readiness = createReadiness({ database, dataFolder, minMegabytes })
    expect(await readiness.report()).toMatchObject({ ready: false, space: 'low', database: 'ok' })
  })

  test.each([
    ['takes no changes', 'on', null, 'notWritable'],
    ['has a full disk', 'off', '53100', 'notWritable'],
    ['lost the connection', 'off', '08006', 'silent'],
  ])('where the database %s', async (_, only_reads, code, expected) => {
    const insert = () => ({
      values: () => ({
        onConflictDoUpdate: () => Promise.reject(Object.assign(new Error('no'), { code })),
      }),
    })
    const execute = async () => ({ rows: [{ only_reads }] })
    const failing = { db: { insert, execute } } as unknown as Database
    const readiness = createReadiness({ database: failing, dataFolder })
    expect(await readiness.report()).toMatchObject({ ready: false, database: expected })
  })

  describe.skipIf(!process.env.DATABASE_URL)('where PostgreSQL', () => {
    let server: PostgresServer
    let proxy: DatabaseProxy
    let remote: Database
    beforeAll(async () => {
      server = await startPostgres({ fsync: 'off' })
      proxy = await openDatabaseProxy(Number(new URL(server.url).port))
      const url = new URL(server.url)
      url.port = String(proxy.port)
      remote = await openDatabase({ url: url.href, waits: { attemptMs: 20_000, totalMs: 40_000 } })
    })
    afterAll(async () => {
      await remote?.close()
      await proxy?.close()
      await server?.close()
    })

    test('is silent, which is said in time, while the process still says that it lives', async () => {
      const platform = await startPlatform({ database: remote })
      proxy.silence()
      try {
        const readiness = createReadiness({ database: remote, dataFolder, databaseMs: 300 })
        const reports = await Promise.all([readiness.report(), readiness.report()])
        for (const report of reports)
          expect(report).toMatchObject({ ready: false, database: 'silent' })
        expect((await platform.fetch('/v1/health')).status).toBe(200)
      } finally {
        proxy.open()
      }
      const readiness = createReadiness({ database: remote, dataFolder, databaseMs: 20_000 })
      expect(await readiness.report()).toMatchObject({ ready: true })
      await platform.close()
    })

    test('takes no changes', async () => {
      await remote.db.execute('alter database postgres set default_transaction_read_only = on')
      await server.endConnections()
      try {
        const readiness = createReadiness({ database: remote, dataFolder, databaseMs: 20_000 })
        expect(await readiness.report()).toMatchObject({ ready: false, database: 'notWritable' })
      } finally {
        const reset = 'alter database postgres reset default_transaction_read_only'
        await remote.db.transaction(tx => tx.execute(reset), { accessMode: 'read write' })
        await server.endConnections()
      }
    })
  })
})
