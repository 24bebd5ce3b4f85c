import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers } from '../../../platform/environments/docker/answering.ts'
import type { Instance } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { writeEvent } from '../core/events.ts'
import { createCluster, type Replica } from '../replicas.ts'

const server = process.env.DATABASE_URL
const minute = 60_000
const printing = {
  name: 'Printing',
  category: 'Net',
  description: 'Look.',
  value: 100,
  flags: ['TEST{p}'],
  environment: {
    ports: [7000],
    command: [
      ...['node', '-e'],
      "console.log('ready'); require('net').createServer().listen(process.env.PORT, process.env.HOST)",
    ],
  },
}

describe.skipIf(!server)('replicas on one PostgreSQL', () => {
  let cluster: Awaited<ReturnType<typeof createCluster>>
  let startReplica: () => Promise<Replica>
  beforeEach(async () => {
    const environments = { lifetime: '60m', extension: '30m', extendableInLast: '15m' }
    const eventFolder = await writeEvent({ environments: { maximum: 3, ...environments } }, [
      printing,
    ])
    cluster = await createCluster({ eventFolder })
    startReplica = () => cluster.start()
  })
  afterEach(() => cluster.close())

  const path = (slug: string) => `/v1/challenges/${slug}/instance?category=net`
  const look = async (replica: Replica, slug = 'bound'): Promise<Instance> =>
    (await (await replica.as('alice'))('GET', path(slug))).body
  const state = async (replica: Replica, slug?: string) => (await look(replica, slug)).state
  const change = async (replica: Replica, method: string, slug = 'bound') => {
    const { status, body } = await (await replica.as('alice'))(method, path(slug))
    return body?.code ?? status
  }
  const extend = async (replica: Replica) => {
    const call = await replica.as('alice')
    const at = '/v1/challenges/bound/instance/prolong?category=net'
    const { status, body } = await call('POST', at)
    return body?.code ?? status
  }
  const running = async (replica: Replica) =>
    (await (await replica.as('alice'))('GET', '/v1/user/stats')).body.runningChallenges.running
  const isAnswered = async ({ exposedEndpoints: [endpoint] }: Instance) =>
    endpoint !== undefined && answers(endpoint.protocol, { host: endpoint.ip, port: endpoint.port })

  /** Waits until it runs: if a start takes a long time, its answer comes before. */
  const runs = (replica: Replica, slug?: string) =>
    eventually(async () => expect(await state(replica, slug)).toBe('running'))

  async function enter(replica: Replica) {
    const call = await replica.as('alice')
    await call('POST', '/v1/teams', { name: 'Hawks' })
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  }

  test('any of them shows, extends and stops what another runs', async () => {
    const [a, b] = [await startReplica(), await startReplica()]
    await enter(a)
    expect(await change(a, 'PUT')).toBe(204)
    await runs(a)
    await eventually(async () => expect(await look(b)).toEqual(await look(a)))
    await eventually(async () => expect(await isAnswered(await look(b))).toBe(true))
    expect(await running(b)).toEqual([{ categorySlug: 'net', challengeSlug: 'bound' }])
    // It runs already, so nothing is started again.
    expect(await change(b, 'PUT')).toBe(204)

    expect(await extend(b)).toBe('CANNOT_PROLONG_CHALLENGE_INSTANCE')
    const { scheduledStopTime } = await look(a)
    // The clocks jump: with an advance, a replica could count as dead before its heartbeat arrives.
    for (const { clock } of [a, b]) clock.jump(50 * minute)
    expect(await extend(b)).toBe(204)
    const later = new Date(Date.parse(scheduledStopTime ?? '') + 30 * minute).toISOString()
    expect((await look(b)).scheduledStopTime).toBe(later)
    expect((await look(a)).scheduledStopTime).toBe(later)

    const instance = await look(b)
    expect(await change(b, 'DELETE')).toBe(204)
    expect(await state(b)).not.toBe('running')
    await eventually(async () => expect(await state(b)).toBe('not-running'))
    await eventually(async () => expect(await state(a)).toBe('not-running'))
    expect(await isAnswered(instance)).toBe(false)
  })

  test('an organiser sees the output of what another replica runs, and restarts it', async () => {
    const [a, b] = [await startReplica(), await startReplica()]
    await enter(a)
    await change(a, 'PUT', 'printing')
    await runs(a, 'printing')
    const organise = (command: string) =>
      b.composition.organiser.run({ command, input: { account: 'Hawks' }, who: 'olga' })
    const seen = { challenge: 'net/printing', state: 'running', output: 'ready' }
    await eventually(async () => expect(await organise('output')).toMatchObject({ data: [seen] }))
    const { scheduledStopTime } = await look(a, 'printing')
    for (const { clock } of [a, b]) clock.jump(minute)
    expect(await organise('restart')).toMatchObject({ kind: 'done' })
    const later = new Date(Date.parse(scheduledStopTime ?? '') + minute).toISOString()
    const again = { state: 'running', scheduledStopTime: later }
    await eventually(async () => expect(await look(b, 'printing')).toMatchObject(again))
    await eventually(async () => expect(await isAnswered(await look(b, 'printing'))).toBe(true))
  })

  test('start and stop what another changed, before the message comes', async () => {
    const [a, b] = [await startReplica(), await startReplica()]
    await enter(a)
    const deliverToA = a.delayMessages('environments.changed')
    const deliverToB = b.delayMessages('environments.changed')
    expect(await change(a, 'PUT')).toBe(204)
    await eventually(async () => expect(await state(a)).toBe('running'))
    expect(await state(b)).toBe('not-running')
    expect(await change(b, 'DELETE')).toBe(204)
    expect(await state(a)).not.toBe('running')
    await eventually(async () => expect(await state(a)).toBe('not-running'))

    expect(await change(b, 'PUT')).toBe(204)
    await eventually(async () => expect(await state(b)).toBe('running'))
    expect(await change(a, 'PUT')).toBe(204)
    expect(await state(a)).toBe('running')
    expect(await change(b, 'DELETE')).toBe(204)
    await eventually(async () => expect(await state(b)).toBe('not-running'))
    // The first replica still regards it as running.
    expect(await state(a)).toBe('running')
    expect(await change(a, 'PUT')).toBe(204)
    await eventually(async () => expect(await isAnswered(await look(a))).toBe(true))
    deliverToA()
    deliverToB()
    await eventually(async () => expect(await look(b)).toEqual(await look(a)))
  })

  test('have one maximum together, and start what another still stops', async () => {
    const [a, b] = [await startReplica(), await startReplica()]
    await enter(a)
    const slugs = ['bound', 'second', 'third', 'fourth']
    const outcomes = await Promise.all(
      slugs.map((slug, index) => change(index % 2 ? a : b, 'PUT', slug)),
    )
    expect(outcomes.filter(outcome => outcome === 204)).toHaveLength(3)
    expect(outcomes).toContain('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED')
    await eventually(async () => expect(await running(a)).toHaveLength(3))
    await eventually(async () => expect(await running(b)).toHaveLength(3))

    const started = slugs[outcomes.indexOf(204)]
    expect(await change(b, 'DELETE', started)).toBe(204)
    expect(await change(a, 'PUT', started)).toBe(204)
    await eventually(async () => expect(await state(b, started)).toBe('running'))
    expect(await running(b)).toHaveLength(3)
  })

  test('a replica that starts leaves alone what the others run', async () => {
    const a = await startReplica()
    await enter(a)
    await change(a, 'PUT')
    await runs(a)
    const before = await look(a)
    const b = await startReplica()
    expect(await look(b)).toEqual(before)
    await eventually(async () => expect(await isAnswered(before)).toBe(true))
  })

  test('the environments of a replica that leaves are given up at once', async () => {
    const [a, b] = [await startReplica(), await startReplica()]
    await enter(a)
    await change(a, 'PUT')
    await eventually(async () => expect(await state(b)).toBe('running'))
    await a.close()
    await eventually(async () => expect(await running(b)).toEqual([]))
    expect(await change(b, 'PUT')).toBe(204)
    await runs(b)
  })

  test('the environments of a dead replica are given up, and end if it comes back', async () => {
    const [a, b] = [await startReplica(), await startReplica()]
    await enter(a)
    await change(a, 'PUT')
    await runs(a)
    const instance = await look(a)
    await runs(b)
    // The clock of the first replica stands still, so it sends no heartbeat.
    b.clock.advance(15_000)
    expect(await state(b)).toBe('running')
    await eventually(async () => {
      b.clock.advance(5000)
      expect(await state(b)).toBe('not-running')
    })
    await eventually(async () => expect(await isAnswered(instance)).toBe(true))
    a.clock.advance(5000)
    await eventually(async () => expect(await isAnswered(instance)).toBe(false))
    await eventually(async () => expect(await state(a)).toBe('not-running'))
  })
})
