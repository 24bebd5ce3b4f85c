import { sql } from 'drizzle-orm'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { type Bus, createBus } from '../../../platform/bus.ts'
import { createCapacity } from '../../../platform/capacity/capacity.ts'
import type { Database } from '../../../platform/database/database.ts'
import { rowsOf } from '../../../platform/database/rows-of.ts'
import {
  accounts,
  replicas as alive,
  environments as rows,
} from '../../../platform/database/schema.ts'
import {
  type EnvironmentDriver,
  EnvironmentStartError,
  type OnExit,
} from '../../../platform/environments/driver.ts'
import {
  createEnvironments,
  type Environments,
} from '../../../platform/environments/environments.ts'
import type { ChallengeDefinition, EventDefinition } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { createReplicas } from '../../../platform/replicas/replicas.ts'
import type { Excess } from '../../../platform/runtime/excess.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { createCurrentEvent, type ReplaceableEvent } from '../current-event.ts'
import { openBus } from '../open-bus.ts'
import { openTestDatabase } from '../test-database.ts'
import { serviceSpec } from './service.ts'

const start = Date.parse('2026-05-01T09:00:00Z')
const minute = 60_000
const log = createLog('silent')

/** An engine whose answers the test controls. process-driver.test.ts tests a real one. */
function createEngine(outlives: EnvironmentDriver['list'] = async () => []) {
  const starts = new Map<string, PromiseWithResolvers<void>>()
  const stopped: string[] = []
  const watchers = new Set<OnExit>()
  const endpoints = [{ ip: '127.0.0.1', port: 4000, protocol: 'http', title: 'Web' }]
  const driver: EnvironmentDriver = {
    name: 'test',
    unsupported: ({ kind }) => (kind === 'image' ? 'it has an image' : null),
    shortcomings: () => [],
    async start({ id }, signal) {
      const ready = Promise.withResolvers<void>()
      starts.set(id, ready)
      signal.addEventListener('abort', () => ready.reject(signal.reason))
      await ready.promise
      return { id, endpoints }
    },
    stop: async id => void stopped.push(id),
    output: async () => null,
    targetOf: (_id, { ip, port }) => ({ host: ip, port }),
    list: outlives,
    adopt: () => {},
    watch: tell => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    close: async () => {},
  }
  const ids = () => [...starts.keys()]
  return {
    driver,
    stopped,
    endpoints,
    ids,
    exit: (id: string, excess?: Excess) => {
      for (const tell of watchers) tell(id, { reason: 'it ended with exit code 3', excess })
    },
    answer: async (count = 1) => {
      await eventually(() => expect(starts.size).toBeGreaterThanOrEqual(count))
      for (const ready of starts.values()) ready.resolve()
    },
    fail: async (error = new Error('no such program')) => {
      await eventually(() => expect(starts.size).toBe(1))
      for (const ready of starts.values()) ready.reject(error)
    },
  }
}

const challenge = (slug: string): ChallengeDefinition => ({
  rowName: { category: 'web', slug },
  categorySlug: 'web',
  slug,
  name: slug,
  description: '',
  difficulty: '',
  order: 0,
  folder: '/nowhere',
  value: { kind: 'static', points: 1 },
  flags: [
    {
      id: '1',
      kind: 'bound',
      content: 'of-yours',
      caseInsensitive: false,
      share: 1,
      alternatives: [],
    },
  ],
  files: [],
  tags: [],
  hints: [],
  requires: [],
  environment: serviceSpec('any').definition,
})

const event = {
  flagPrefix: 'GUIDON',
  maxEnvironments: 3,
  environment: {
    lifetimeMs: 60 * minute,
    extensionMs: 30 * minute,
    extendableInLastMs: 15 * minute,
  },
  postPlayEnd: new Date(start + 10_000 * minute),
  challenges: [
    ...['a', 'b', 'c', 'broken', 'aborted', 'crashing', 'kept', 'lost'],
    ...Array.from({ length: 50 }, (_, index) => `c${index}`),
  ].map(challenge),
} as unknown as EventDefinition

describe('the environments of an account', () => {
  let database: Database
  let bus: Bus
  let clock: SimulatedClock
  let engine: ReturnType<typeof createEngine>
  let outcomes: string[]
  let live: ReplaceableEvent
  let environments: Environments
  const alice = { accountId: 'team-1', userId: 'alice' }

  const open = (driver = engine.driver, startsAtOnce = 8, megabytes: number | null = null) =>
    createEnvironments({
      driver,
      database,
      bus,
      clock,
      log,
      startsAtOnce,
      capacity: createCapacity(megabytes),
      replicas: createReplicas({ database, bus, clock, log, id: 'one', url: 'http://127.0.0.1' }),
      secret: 'of the event',
      event: live,
      onStartEnded: (...reported) => outcomes.push(reported.join(' ')),
    })
  const places = () => database.db.select().from(rows)
  /** Checks the platform first: the row of an environment is deleted shortly before the platform knows. */
  const allAreGone = async () => {
    await eventually(async () => expect(await environments.running('team-1')).toEqual([]))
    expect(await places()).toEqual([])
  }
  const isRunning = (slug: string) =>
    eventually(async () => {
      const { state } = await environments.get('team-1', challenge(slug))
      expect(state).toBe('running')
    })

  beforeAll(async () => {
    database = await openTestDatabase()
    bus = await createBus(database, log)
    const createdAt = new Date(start)
    await database.db.insert(accounts).values([
      { id: 'team-1', displayName: 'One', createdAt },
      { id: 'team-2', displayName: 'Two', createdAt },
    ])
  })
  afterAll(async () => {
    await bus.close()
    await database.close()
  })
  beforeEach(() => {
    clock = createSimulatedClock(start)
    engine = createEngine()
    outcomes = []
    live = createCurrentEvent(event)
    environments = open()
  })
  afterEach(async () => {
    await environments.close()
    await database.db.delete(rows)
  })

  test('start at once, run when they answer, and stop at the scheduled time', async () => {
    expect(await environments.get('team-1', challenge('a'))).toEqual({
      state: 'not-running',
      scheduledStopTime: null,
      exposedEndpoints: [],
    })
    await environments.start(alice, challenge('a'))
    expect(await environments.get('team-1', challenge('a'))).toMatchObject({ state: 'starting' })
    await engine.answer()
    await isRunning('a')
    expect(await environments.get('team-1', challenge('a'))).toEqual({
      state: 'running',
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
      extendableFrom: '2026-05-01T09:45:00.000Z',
      exposedEndpoints: engine.endpoints,
    })
    expect(await environments.running('team-1')).toEqual([
      { categorySlug: 'web', challengeSlug: 'a' },
    ])
    clock.advance(60 * minute)
    await allAreGone()
    expect(engine.stopped).toEqual(engine.ids())
  })

  test('are their own: another account sees none of them', async () => {
    await environments.start(alice, challenge('a'))
    expect(await environments.get('team-2', challenge('a'))).toMatchObject({ state: 'not-running' })
    expect(await environments.running('team-2')).toEqual([])
  })

  test('are listed in the same order by all replicas, however they were started', async () => {
    await environments.start(alice, challenge('b'))
    await environments.start(alice, challenge('a'))
    expect(await environments.running('team-1')).toEqual([
      { categorySlug: 'web', challengeSlug: 'a' },
      { categorySlug: 'web', challengeSlug: 'b' },
    ])
  })

  test('are never more than the maximum, however many are asked for at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => environments.start(alice, challenge(`c${index}`))),
    )
    const refusals = outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refusals).toEqual(Array(47).fill('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'))
    expect((await places()).map(({ slot }) => slot).sort()).toEqual([1, 2, 3])
  })

  test('are started once, however often it is asked for at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => environments.start(alice, challenge('a'))))
    expect(await places()).toHaveLength(1)
    await engine.answer()
    expect(engine.ids()).toHaveLength(1)
  })

  test('are started after all when the database failed right after their row was written', async () => {
    const checks: (() => Promise<void>)[] = []
    const replicas = createReplicas({ database, bus, clock, log, id: 'two', url: 'http://a' })
    await database.db.insert(alive).values({ id: 'two', heartbeats: 1 })
    onTestFinished(async () => void (await database.db.delete(alive)))
    let isAway = true
    const once: Database['once'] = async work => {
      const result = await database.once(work)
      if (isAway) throw new Error('the database is away')
      return result
    }
    const one = createEnvironments({
      driver: engine.driver,
      database: { ...database, once },
      bus,
      clock,
      log,
      event: live,
      capacity: createCapacity(null),
      secret: 'of the event',
      replicas: { ...replicas, isAlone: false, onCheck: listener => void checks.push(listener) },
    })
    await expect(one.start(alice, challenge('a'))).rejects.toThrow('is away')
    expect(await places()).toHaveLength(1)
    isAway = false
    const check = async () => {
      for (const listener of checks) await listener()
    }
    await check()
    expect(engine.ids()).toEqual([])
    await check()
    await engine.answer()
    await eventually(async () =>
      expect(await one.get('team-1', challenge('a'))).toMatchObject({ state: 'running' }),
    )
    await check()
    await check()
    expect(engine.ids()).toHaveLength(1)
    await one.stop('team-1', challenge('a'))
    await eventually(async () => expect(await places()).toEqual([]))
    await one.close()
  })

  test('give their place back when a start fails, which is counted', async () => {
    await environments.start(alice, challenge('broken'))
    await engine.fail()
    await allAreGone()
    expect(await environments.get('team-1', challenge('broken'))).toMatchObject({
      state: 'not-running',
    })
    expect(outcomes).toEqual(['web/broken failed'])
  })

  test('give their place back when a start is aborted, or the service ends', async () => {
    await environments.start(alice, challenge('aborted'))
    await environments.stop('team-1', challenge('aborted'))
    expect(await environments.get('team-1', challenge('aborted'))).toMatchObject({
      state: 'stopping',
    })
    await allAreGone()

    await environments.start(alice, challenge('crashing'))
    await engine.answer()
    await isRunning('crashing')
    expect(outcomes).toEqual(['web/crashing started'])
    engine.exit(engine.ids().at(-1) ?? '')
    await allAreGone()
    expect(await environments.get('team-1', challenge('crashing'))).toMatchObject({
      state: 'not-running',
    })
  })

  /** A platform of its own. The database takes some of its announcements only after `confirm`. */
  async function openUnconfirmed(isLate: (payload: object) => boolean) {
    const { bus } = await openBus()
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>()
    const publish: Bus['publish'] = async (topic, payload) => {
      await bus.publish(topic, payload)
      if (payload !== null && typeof payload === 'object' && isLate(payload)) await confirmed
    }
    const one = createEnvironments({
      driver: engine.driver,
      database,
      bus: { ...bus, publish },
      clock,
      log,
      event: live,
      capacity: createCapacity(null),
      secret: 'of the event',
      replicas: createReplicas({ database, bus, clock, log, id: 'one', url: 'http://127.0.0.1' }),
    })
    const stateOf = async () => (await one.get('team-1', challenge('a'))).state
    /** What the account sees when it hears of one of these announcements. */
    const seen: Promise<string>[] = []
    bus.onHandled('environments.changed', payload => {
      if (isLate(payload)) seen.push(stateOf())
    })
    return { one, stateOf, seen, confirm }
  }

  test('that start are announced when their account sees that they do', async () => {
    const { one, seen, confirm } = await openUnconfirmed(() => true)
    const started = one.start(alice, challenge('a'))
    await eventually(async () => expect(await Promise.all(seen)).toEqual(['starting']))
    confirm()
    await started
    await one.stop('team-1', challenge('a'))
    await eventually(async () => expect(await places()).toEqual([]))
    await one.close()
  })

  test('that end are announced when their account sees that they are gone', async () => {
    const { one, stateOf, seen, confirm } = await openUnconfirmed(payload => 'end' in payload)
    await one.start(alice, challenge('a'))
    await one.stop('team-1', challenge('a'))
    await eventually(async () => expect(await places()).toEqual([]))
    expect([await stateOf(), await Promise.all(seen)]).toEqual(['stopping', []])
    confirm()
    await eventually(async () => expect(await Promise.all(seen)).toEqual(['not-running']))
    await one.close()
  })

  test('can be started again while they still stop: the start waits', async () => {
    await environments.start(alice, challenge('a'))
    await engine.answer()
    await isRunning('a')
    await environments.stop('team-1', challenge('a'))
    await environments.start(alice, challenge('a'))
    expect(await environments.get('team-1', challenge('a'))).toMatchObject({ state: 'starting' })
    expect(await places()).toHaveLength(1)
  })

  test('say why they are gone, to their own account, until they are started again', async () => {
    const ended = async (slug: string, account = 'team-1') =>
      (await environments.get(account, challenge(slug))).ended
    const run = async (slug: string) => {
      const before = engine.ids().length
      await environments.start(alice, challenge(slug))
      await engine.answer(before + 1)
      await isRunning(slug)
    }
    await run('crashing')
    engine.exit(engine.ids().at(-1) ?? '')
    await allAreGone()
    expect(await ended('crashing')).toEqual({ reason: 'exited', at: '2026-05-01T09:00:00.000Z' })
    expect(await ended('crashing', 'team-2')).toBe(undefined)

    await run('crashing')
    expect(await ended('crashing')).toBe(undefined)
    engine.exit(engine.ids().at(-1) ?? '', 'memory')
    await allAreGone()
    expect((await ended('crashing'))?.reason).toBe('memory')

    await run('crashing')
    await environments.stop('team-1', challenge('crashing'))
    await allAreGone()
    expect(await ended('crashing')).toBe(undefined)

    await run('kept')
    clock.advance(60 * minute)
    await allAreGone()
    expect((await ended('kept'))?.reason).toBe('timeOver')

    // The database keeps the environment, for the next platform and for other replicas.
    await environments.close()
    environments = open()
    await environments.recover()
    expect(await ended('kept')).toEqual({ reason: 'timeOver', at: '2026-05-01T10:00:00.000Z' })
    expect(await ended('crashing')).toBe(undefined)
  })

  test('say so for each account and each challenge, also after a restart', async () => {
    const ended = async (account: string, slug: string) =>
      (await environments.get(account, challenge(slug))).ended?.reason
    const runs = [
      ['team-2', 'crashing'],
      ['team-1', 'kept'],
      ['team-1', 'crashing'],
    ] as const
    for (const [at, [accountId, slug]] of runs.entries()) {
      await environments.start({ accountId, userId: 'alice' }, challenge(slug))
      await engine.answer(at + 1)
      await eventually(async () => {
        const { state } = await environments.get(accountId, challenge(slug))
        expect(state).toBe('running')
      })
      engine.exit(engine.ids().at(-1) ?? '')
      await eventually(async () => expect(await ended(accountId, slug)).toBe('exited'))
    }
    await environments.close()
    environments = open()
    await environments.recover()
    for (const [accountId, slug] of runs) expect(await ended(accountId, slug)).toBe('exited')
  })

  test.each([
    ['notStarted', new Error('no such image at 10.0.0.7')],
    ['memory', new EnvironmentStartError('it used more than 64 MB of memory', 'memory')],
  ])('that do not start say so: %s, and nothing of the host', async (reason, error) => {
    await environments.start(alice, challenge('broken'))
    await engine.fail(error)
    await allAreGone()
    expect(await environments.get('team-1', challenge('broken'))).toEqual({
      state: 'not-running',
      scheduledStopTime: null,
      exposedEndpoints: [],
      ended: { reason, at: '2026-05-01T09:00:00.000Z' },
    })
  })

  test('are extended in their last part only, and the database knows', async () => {
    const refusal = { code: 'CANNOT_PROLONG_CHALLENGE_INSTANCE' }
    await expect(environments.extend('team-1', challenge('a'))).rejects.toMatchObject(refusal)
    await environments.start(alice, challenge('a'))
    await engine.answer()
    await isRunning('a')
    await expect(environments.extend('team-1', challenge('a'))).rejects.toMatchObject(refusal)
    clock.advance(45 * minute)
    await environments.extend('team-1', challenge('a'))
    expect(await places()).toMatchObject([
      { state: 'running', scheduledStop: new Date(start + 90 * minute) },
    ])
  })

  test('run as long as their challenge says, where it says so', async () => {
    const brief = {
      ...challenge('a'),
      environment: {
        ...serviceSpec('any').definition,
        lease: {
          lifetimeMs: 20 * minute,
          extensionMs: 10 * minute,
          extendableInLastMs: 5 * minute,
        },
      },
    }
    live.replace({ ...event, challenges: [brief, challenge('b')] })
    await environments.start(alice, brief)
    await environments.start(alice, challenge('b'))
    await engine.answer(2)
    await isRunning('a')
    await isRunning('b')
    expect(await environments.get('team-1', brief)).toMatchObject({
      scheduledStopTime: '2026-05-01T09:20:00.000Z',
      extendableFrom: '2026-05-01T09:15:00.000Z',
    })
    expect(await environments.get('team-1', challenge('b'))).toMatchObject({
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
    })
    clock.advance(15 * minute)
    await environments.extend('team-1', brief)
    expect(await environments.get('team-1', brief)).toMatchObject({
      scheduledStopTime: '2026-05-01T09:30:00.000Z',
    })
  })

  test('are in the database as they are, once it takes changes again', async () => {
    await environments.start(alice, challenge('a'))
    // The next number of a sequence stays taken when the statement fails.
    await database.db.execute('create sequence refused')
    await database.db.execute(`
      create function refuse() returns trigger language plpgsql as
        $$ begin perform nextval('refused'); raise exception using errcode = 'disk_full'; end $$`)
    await database.db.execute(
      'create trigger refuse before update on environments execute function refuse()',
    )
    await engine.answer()
    await isRunning('a')
    await eventually(async () =>
      expect(await rowsOf(database.db, sql`select is_called from refused`)).toEqual([
        { is_called: true },
      ]),
    )
    await database.db.execute('drop function refuse cascade')
    await database.db.execute('drop sequence refused')
    expect(await places()).toMatchObject([{ state: 'starting' }])
    await eventually(async () => {
      clock.advance(2000)
      expect(await places()).toMatchObject([{ state: 'running', endpoints: engine.endpoints }])
    })
  })

  test('that the engine cannot run are refused before anything starts', async () => {
    const a = challenge('a')
    const { definition } = serviceSpec('x')
    const imaged = { ...a, environment: { ...definition, kind: 'image' as const, image: 'nginx' } }
    expect(environments.supports(imaged)).toBe(false)
    await expect(environments.start(alice, imaged)).rejects.toMatchObject({
      code: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    })
    expect(await places()).toEqual([])
  })

  test('wait for their turn, and an aborted one never comes to the engine', async () => {
    await environments.close()
    environments = open(engine.driver, 1)
    await environments.start(alice, challenge('a'))
    await environments.start(alice, challenge('b'))
    await environments.start(alice, challenge('c'))
    await environments.stop('team-1', challenge('b'))
    await engine.answer()
    await isRunning('a')
    await engine.answer(2)
    await isRunning('c')
    await eventually(async () => expect(await places()).toHaveLength(2))
    expect(engine.ids()).toHaveLength(2)
  })

  test('that still run after a restart are adopted, the others given up, strays stopped', async () => {
    for (const slug of ['kept', 'lost']) await environments.start(alice, challenge(slug))
    await engine.answer(2)
    await isRunning('kept')
    await isRunning('lost')
    await environments.close()
    const idOf = async (slug: string) => (await places()).find(row => row.slug === slug)?.id ?? ''
    const [kept, lost] = [await idOf('kept'), await idOf('lost')]
    const { endpoints } = engine
    engine = createEngine(async () => [
      { id: kept, endpoints },
      { id: 'stray', endpoints },
    ])
    environments = open()
    await environments.recover()

    expect(engine.stopped).toEqual([lost, 'stray'])
    expect(await environments.get('team-1', challenge('kept'))).toEqual({
      state: 'running',
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
      extendableFrom: '2026-05-01T09:45:00.000Z',
      exposedEndpoints: endpoints,
    })
    expect(await environments.running('team-1')).toEqual([
      { categorySlug: 'web', challengeSlug: 'kept' },
    ])
    expect((await environments.get('team-1', challenge('lost'))).ended?.reason).toBe('interrupted')
    expect((await places()).map(({ slug }) => slug)).toEqual(['kept'])
    clock.advance(60 * minute)
    await eventually(() => expect(engine.stopped).toEqual([lost, 'stray', kept]))
  })

  /** The environment runs on, and its replica is dead. @returns another replica, and what to call when it is not needed */
  async function withDeadOwner() {
    await environments.start(alice, challenge('kept'))
    await engine.answer()
    await isRunning('kept')
    await environments.close()
    const [row] = await database.db.update(rows).set({ owner: 'dead' }).returning()
    const replicas = createReplicas({ database, bus, clock, log, id: 'two', url: 'http://a' })
    const { endpoints } = engine
    engine = createEngine(async () => [{ id: row?.id ?? '', endpoints }])
    const two = createEnvironments({
      driver: engine.driver,
      database,
      bus,
      clock,
      log,
      event: live,
      capacity: createCapacity(null),
      secret: 'of the event',
      replicas: { ...replicas, isAlone: false },
    })
    return { two, id: row?.id }
  }

  test('that a dead replica was asked to stop are stopped by who takes them over', async () => {
    const { two, id } = await withDeadOwner()
    const asked = two.stop('team-1', challenge('kept'))
    await eventually(async () => {
      clock.advance(5000)
      expect(await places()).toMatchObject([{ state: 'stopping' }])
    })
    await asked
    await two.close()
    expect(engine.stopped).toEqual([])
    environments = open()
    await environments.recover()
    await allAreGone()
    expect(engine.stopped).toEqual([id])
  })

  test('whose replica does not answer are not extended, and the user learns that', async () => {
    const { two } = await withDeadOwner()
    clock.advance(50 * minute)
    const asked = two.extend('team-1', challenge('kept'))
    const refused = expect(asked).rejects.toMatchObject({
      code: 'CANNOT_PROLONG_CHALLENGE_INSTANCE',
    })
    let isOver = false
    void refused.finally(() => {
      isOver = true
    })
    await eventually(() => {
      clock.advance(5000)
      expect(isOver).toBe(true)
    })
    await refused
    await two.close()
  })

  /** Another platform begins, and finds the one environment that the last one left running. */
  const adopt = async () => {
    await environments.close()
    // As a platform that ends. Otherwise, commands would still reach the closed environments.
    await bus.close()
    bus = await createBus(database, log)
    const [row] = await places()
    const { endpoints } = engine
    engine = createEngine(async () => [{ id: row?.id ?? '', endpoints }])
    environments = open()
    await environments.recover()
  }

  test('keep their end when the platform restarts later', async () => {
    await environments.start(alice, challenge('kept'))
    await engine.answer()
    await isRunning('kept')
    clock.advance(20 * minute)
    await adopt()
    expect(await environments.get('team-1', challenge('kept'))).toMatchObject({
      state: 'running',
      scheduledStopTime: '2026-05-01T10:00:00.000Z',
    })
  })

  test('that were adopted have their whole time again when an organiser restarts them', async () => {
    await environments.start(alice, challenge('kept'))
    await engine.answer()
    await isRunning('kept')
    await adopt()
    clock.advance(20 * minute)
    const [row] = await places()
    const command = { to: 'one', command: 'restart', subject: row?.id ?? '' }
    await bus.publish('environments.command', { id: 'restart', ...command })
    await engine.answer()
    await isRunning('kept')
    expect(await environments.get('team-1', challenge('kept'))).toMatchObject({
      scheduledStopTime: '2026-05-01T10:20:00.000Z',
    })
  })

  const without = (slug: string) => ({
    ...event,
    challenges: event.challenges.filter(challenge => challenge.slug !== slug),
  })

  test('are stopped when their challenge is withdrawn, which frees the place', async () => {
    for (const slug of ['a', 'b']) await environments.start(alice, challenge(slug))
    await engine.answer(2)
    await isRunning('a')
    await isRunning('b')
    live.replace(without('a'))
    environments.review()
    await eventually(async () =>
      expect(await environments.running('team-1')).toEqual([
        { categorySlug: 'web', challengeSlug: 'b' },
      ]),
    )
    expect((await places()).map(({ slug }) => slug)).toEqual(['b'])
    expect(engine.stopped).toEqual([engine.ids()[0]])
    await eventually(async () => {
      const { ended } = await environments.get('team-1', challenge('a'))
      expect(ended?.reason).toBe('revoked')
    })
  })

  test('are stopped when the challenge has nothing to start any more, and while they start', async () => {
    await environments.start(alice, challenge('a'))
    const files = { ...challenge('a'), environment: null }
    live.replace({ ...event, challenges: [files] })
    environments.review()
    await allAreGone()
  })

  test('go on as they were started when their challenge is changed', async () => {
    await environments.start(alice, challenge('a'))
    await engine.answer()
    await isRunning('a')
    const changed = {
      ...challenge('a'),
      environment: serviceSpec('x', { definition: { memoryMb: 512 } }).definition,
    }
    live.replace({ ...event, challenges: [changed], postPlayEnd: new Date(start + 30 * minute) })
    environments.review()
    expect(await environments.get('team-1', challenge('a'))).toMatchObject({
      state: 'running',
      scheduledStopTime: '2026-05-01T09:30:00.000Z',
    })
  })

  test('of a challenge that is withdrawn while they are asked for do not stay', async () => {
    const asked = environments.start(alice, challenge('a'))
    live.replace(without('a'))
    environments.review()
    await asked
    await allAreGone()
  })

  test('of a challenge that was withdrawn while the platform was away end at its start', async () => {
    await environments.start(alice, challenge('kept'))
    await engine.answer()
    await isRunning('kept')
    await environments.close()
    const [row] = await places()
    const { endpoints } = engine
    engine = createEngine(async () => [{ id: row?.id ?? '', endpoints }])
    live = createCurrentEvent(without('kept'))
    environments = open()
    await environments.recover()
    await allAreGone()
    expect(engine.stopped).toEqual([row?.id])
  })

  const look = (slug: string) => environments.get('team-1', challenge(slug))
  const waits = (position: number) => ({
    state: 'starting',
    scheduledStopTime: null,
    exposedEndpoints: [],
    queue: { position },
  })
  /** Starts with memory for two environments of 256 MB. */
  const openSmall = async () => {
    await environments.close()
    environments = open(engine.driver, 8, 600)
  }

  test('wait in a queue when the platform is full, and move up when others end', async () => {
    await openSmall()
    for (const slug of ['a', 'b', 'c']) await environments.start(alice, challenge(slug))
    await environments.start({ accountId: 'team-2', userId: 'bob' }, challenge('a'))
    // The first environment of another account comes before the third of this one.
    expect(await environments.get('team-2', challenge('a'))).toEqual(waits(1))
    expect(await look('c')).toEqual(waits(2))
    await engine.answer(2)
    await isRunning('a')
    await isRunning('b')
    expect(engine.ids()).toHaveLength(2)
    await environments.stop('team-1', challenge('b'))
    await engine.answer(3)
    await eventually(async () => expect(await look('c')).toEqual(waits(1)))
    await eventually(async () =>
      expect(await environments.get('team-2', challenge('a'))).toMatchObject({ state: 'running' }),
    )
    await environments.stop('team-1', challenge('a'))
    await engine.answer(4)
    await isRunning('c')
    // Its time begins when it runs.
    expect(await look('c')).toMatchObject({ scheduledStopTime: '2026-05-01T10:00:00.000Z' })
  })

  test('leave the queue when the start is aborted, and free their place', async () => {
    await openSmall()
    for (const slug of ['a', 'b', 'c']) await environments.start(alice, challenge(slug))
    await environments.stop('team-1', challenge('c'))
    await eventually(async () => expect(await look('c')).toMatchObject({ state: 'not-running' }))
    expect(await places()).toHaveLength(2)
    await engine.answer(2)
    await environments.stop('team-1', challenge('a'))
    await eventually(async () => expect(await places()).toHaveLength(1))
    expect(engine.ids()).toHaveLength(2)
  })

  test('that still wait when the event is over are not started any more', async () => {
    live = createCurrentEvent({ ...event, postPlayEnd: new Date(start + 30 * minute) })
    await openSmall()
    for (const slug of ['a', 'b', 'c']) await environments.start(alice, challenge(slug))
    await engine.answer(2)
    await isRunning('a')
    await isRunning('b')
    expect(await look('c')).toEqual(waits(1))
    clock.advance(30 * minute)
    await allAreGone()
    expect(engine.ids()).toHaveLength(2)
  })

  test('that wait keep their order through a restart, and a withdrawn one leaves', async () => {
    await openSmall()
    for (const slug of ['a', 'b']) await environments.start(alice, challenge(slug))
    await engine.answer(2)
    await isRunning('a')
    await isRunning('b')
    const bob = { accountId: 'team-2', userId: 'bob' }
    for (const slug of ['lost', 'c', 'aborted']) {
      clock.advance(1000)
      await environments.start(bob, challenge(slug))
    }
    await eventually(async () =>
      expect((await places()).filter(({ state }) => state === 'queued')).toHaveLength(3),
    )
    await environments.close()
    const { endpoints } = engine
    const running = (await places()).filter(({ state }) => state === 'running')
    engine = createEngine(async () => running.map(({ id }) => ({ id, endpoints })))
    live = createCurrentEvent(without('lost'))
    environments = open(engine.driver, 8, 600)
    await environments.recover()
    const place = (slug: string) => environments.get('team-2', challenge(slug))
    await eventually(async () =>
      expect(await place('lost')).toMatchObject({ state: 'not-running' }),
    )
    expect(await place('c')).toEqual(waits(1))
    expect(await place('aborted')).toEqual(waits(2))
    await environments.stop('team-1', challenge('a'))
    await engine.answer(1)
    await eventually(async () => expect(await place('c')).toMatchObject({ state: 'running' }))
    await eventually(async () =>
      expect((await places()).map(({ slug, state }) => `${slug} ${state}`).sort()).toEqual([
        'aborted queued',
        'b running',
        'c running',
      ]),
    )
  })
})
