import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bus, createBus } from '../../../platform/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { replicas } from '../../../platform/database/schema.ts'
import { createLog } from '../../../platform/log.ts'
import { createReplicas } from '../../../platform/replicas/replicas.ts'
import { StartError } from '../../../platform/start-error.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during } from '../core/events.ts'
import { createCluster } from '../replicas.ts'
import { openTestDatabase, sharedDatabase } from '../test-database.ts'

const soon = { timeout: 60_000, interval: 20 }

describe('a replica', () => {
  let database: Database
  let bus: Bus
  let closing: (() => Promise<unknown>)[]
  beforeEach(async () => {
    database = await openTestDatabase()
    bus = await createBus(database, createLog('silent'))
    closing = [() => database.close(), () => bus.close()]
  })
  afterEach(async () => {
    for (const close of closing.reverse()) await close()
  })

  function replica(id: string, url = `http://${randomUUID()}:80`) {
    const log = createLog('silent')
    const warn = vi.spyOn(log, 'warn')
    const clock = createSimulatedClock(during)
    const own = { database: sharedDatabase(database), bus, id, url, clock, log }
    return { ...createReplicas(own), clock, warn }
  }

  // Needs PostgreSQL: `npm run test:postgres`.
  const withServer = test.skipIf(!process.env.DATABASE_URL)
  withServer(
    'with a copied data folder does not start while the other lives, which goes on',
    async () => {
      const cluster = await createCluster({ listen: true })
      closing.push(() => cluster.close())
      const dataFolder = await mkdtemp(join(tmpdir(), 'guidon-copied-'))
      closing.unshift(() => rm(dataFolder, { recursive: true }))
      const first = await cluster.start({ dataFolder })
      const refused = cluster.start({ dataFolder })
      await expect(refused).rejects.toBeInstanceOf(StartError)
      await expect(refused).rejects.toThrow('its data folder was copied')
      expect((await first.fetch('/v1/health')).status).toBe(200)
      await first.close()
      await cluster.start({ dataFolder })
    },
  )

  test('that was killed starts again after two seconds without an answer', async () => {
    const id = randomUUID()
    await database.db.insert(replicas).values({ id, url: null, heartbeats: 7 })
    const again = replica(id)
    const joined = vi.fn()
    again.join().then(joined)
    await vi.waitUntil(() => {
      again.clock.advance(500)
      return joined.mock.calls.length > 0
    }, soon)
    expect(await database.db.select().from(replicas)).toMatchObject([{ id, heartbeats: 8 }])
  })

  test.each([[0], [1]])(
    'whose copy starts at once with it: one of both does (%i rows are left)',
    async left => {
      const id = randomUUID()
      if (left) await database.db.insert(replicas).values({ id, url: null, heartbeats: 7 })
      const both = [replica(id), replica(id)]
      const refused = vi.fn()
      const joined = vi.fn()
      for (const one of both) one.join().then(joined, refused)
      await vi.waitUntil(() => refused.mock.calls.length > 0, soon)
      await vi.waitUntil(() => {
        for (const { clock } of both) clock.advance(2000)
        return joined.mock.calls.length > 0
      }, soon)
      expect(refused.mock.calls).toEqual([[expect.any(StartError)]])
    },
  )

  test('says once that another has its address', async () => {
    const url = 'http://127.0.0.1:8080'
    const [one, other] = [replica(randomUUID(), url), replica(randomUUID(), url)]
    for (const each of [one, other]) {
      await each.join()
      each.watch()
    }
    const said = () => one.warn.mock.calls.filter(([, text]) => `${text}`.includes('--replica-url'))
    await vi.waitUntil(() => {
      for (const { clock } of [other, one]) clock.advance(5000)
      return said().length > 0
    }, soon)
    expect(said()).toHaveLength(1)
  })
})
