import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environments as table } from '../../platform/database/schema.ts'
import type { EnvironmentDriver } from '../../platform/environments/driver.ts'
import { during, writeEvent } from '../platform/core/events.ts'
import { idleEngine } from '../platform/core/idle-engine.ts'
import { createCluster } from '../platform/replicas.ts'
import { type Caller, startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { eventually } from '../support/eventually.ts'
import { createRandom } from '../support/random.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'

/** Room for three of the event's environments, of 256 MB each. */
const room = 3
const environmentsMemory = room * 256 + 100
const slugs = ['bound', 'second', 'third', 'fourth']
const path = (slug: string) => `/v1/challenges/${slug}/instance?category=net`

/** An engine that takes some time for everything, and counts what it runs. */
function createCountingEngine() {
  const alive = new Set<string>()
  let most = 0
  const aWhile = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))
  const driver: EnvironmentDriver = {
    ...idleEngine,
    name: 'counting',
    async start({ id }, signal) {
      alive.add(id)
      most = Math.max(most, alive.size)
      await aWhile()
      if (signal.aborted) alive.delete(id)
      signal.throwIfAborted()
      return { id, endpoints: [] }
    },
    async stop(id) {
      await aWhile()
      alive.delete(id)
    },
  }
  return { driver, alive, most: () => most }
}

const enter = async (platform: TestPlatform, username: string): Promise<Caller> => {
  const call = await platform.as(username)
  await call('POST', '/v1/teams', { name: username })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}

/** The possible answers to any change of an environment. */
const expected = [
  204,
  'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
  'CANNOT_PROLONG_CHALLENGE_INSTANCE',
]

describe('a platform that is full', () => {
  let eventFolder: string
  beforeEach(async () => {
    const lease = { lifetime: '60m', extension: '30m', extendableInLast: '60m' }
    eventFolder = await writeEvent({ environments: { maximum: 3, ...lease } })
  })
  afterEach(() => rm(eventFolder, { recursive: true, force: true }))

  async function storm(callers: Caller[], seed: number, times: number) {
    const random = createRandom(seed).below
    const one = async () => {
      const call = callers[random(callers.length)] as Caller
      const slug = slugs[random(slugs.length)] ?? ''
      const what = random(4)
      const extend = `/v1/challenges/${slug}/instance/prolong?category=net`
      if (what === 0) return call('DELETE', path(slug))
      return what === 1 ? call('POST', extend) : call('PUT', path(slug))
    }
    const replies = await Promise.all(Array.from({ length: times }, one))
    for (const { status, body } of replies) expect(expected).toContain(body?.code ?? status)
  }
  const states = async (callers: Caller[]) => {
    const all = callers.flatMap(call => slugs.map(slug => call('GET', path(slug))))
    return (await Promise.all(all)).map(({ body }) => body)
  }

  test('takes storms of starts, stops and extensions, runs no more than it has room for, and forgets nobody', async () => {
    const engine = createCountingEngine()
    const clock = createSimulatedClock(during)
    const { driver: environmentDriver } = engine
    const platform = await startPlatform({
      eventFolder,
      clock,
      environmentDriver,
      environmentsMemory,
    })
    const callers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => enter(platform, `participant-${index}`)),
    )
    const counts = async (state: string) =>
      (await states(callers)).filter(instance => instance.state === state).length
    for (const seed of [1, 2, 3]) {
      await storm(callers, seed, 120)
      await eventually(async () => expect(await counts('stopping')).toBe(0))
      const all = await states(callers)
      const queued = all.flatMap(({ queue }) => (queue ? [queue.position] : []))
      // Each place is taken once.
      expect(queued.sort((a, b) => a - b)).toEqual(queued.map((_, index) => index + 1))
      await eventually(async () => expect(await counts('running')).toBe(room))
      expect(engine.most()).toBeLessThanOrEqual(room)
    }
    // In the end each waiting start runs, because those before it are stopped.
    const stopRunning = async (call: Caller, slug: string) => {
      const { body } = await call('GET', path(slug))
      if (body.state === 'running') await call('DELETE', path(slug))
    }
    for (let waiting = await counts('starting'); waiting > 0; waiting -= room) {
      await Promise.all(callers.flatMap(call => slugs.map(slug => stopRunning(call, slug))))
      const left = Math.max(0, waiting - room)
      await eventually(async () => expect(await counts('starting')).toBe(left))
      await eventually(async () => expect(await counts('running')).toBe(Math.min(room, waiting)))
    }
    const metrics = await (await platform.fetch('/metrics', { address: '127.0.0.1' })).text()
    expect(metrics).toContain(
      `guidon_capacity_bytes{of="environments"} ${environmentsMemory * 2 ** 20}`,
    )
    expect(metrics).toMatch(/guidon_queue_length\{of="environments"\} \d+/)
    await Promise.all(callers.flatMap(call => slugs.map(slug => call('DELETE', path(slug)))))
    await eventually(async () =>
      expect(await platform.database.db.select().from(table)).toEqual([]),
    )
    expect([...engine.alive]).toEqual([])
    expect(engine.most()).toBe(room)
    await platform.close()
  })

  test.skipIf(!process.env.DATABASE_URL)(
    'is two replicas, of which each runs what it has room for; a withdrawn challenge leaves both',
    async () => {
      const cluster = await createCluster({ eventFolder, environmentsMemory })
      const engines = [createCountingEngine(), createCountingEngine()]
      const [a, b] = await Promise.all(
        engines.map(({ driver }) => cluster.start({ environmentDriver: driver })),
      )
      if (!a || !b) throw new Error('two were started')
      const callers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => enter(a, `participant-${index}`)),
      )
      const onOther = await Promise.all(callers.map((_, index) => b.as(`participant-${index}`)))
      const all = [...callers, ...onOther]
      for (const seed of [4, 5]) await storm(all, seed, 100)
      for (const engine of engines) expect(engine.most()).toBeLessThanOrEqual(room)
      const slugOf = async () => (await a.database.db.select().from(table)).map(({ slug }) => slug)
      await Promise.all(callers.map(call => call('PUT', path('bound'))))
      await rm(join(eventFolder, 'net', 'bound'), { recursive: true })
      await a.composition.reload()
      await b.composition.reload()
      await eventually(async () => expect(await slugOf()).not.toContain('bound'))
      await Promise.all(all.flatMap(call => slugs.map(slug => call('DELETE', path(slug)))))
      await eventually(async () => expect(await slugOf()).toEqual([]))
      expect(engines.map(({ alive }) => alive.size)).toEqual([0, 0])
      await cluster.close()
    },
  )
})
