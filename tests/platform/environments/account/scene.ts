import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Bus, createBus } from '../../../../platform/bus.ts'
import { createCapacity } from '../../../../platform/capacity/capacity.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { accounts, environments as rows } from '../../../../platform/database/schema.ts'
import type { EnvironmentDriver, OnExit } from '../../../../platform/environments/driver.ts'
import {
  createEnvironments,
  type Environments,
  type EnvironmentsOptions,
} from '../../../../platform/environments/environments.ts'
import type { ChallengeDefinition, EventDefinition } from '../../../../platform/event/model.ts'
import { createLog } from '../../../../platform/log.ts'
import { createReplicas } from '../../../../platform/replicas/replicas.ts'
import type { Excess } from '../../../../platform/runtime/excess.ts'
import { eventually } from '../../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../../support/simulated-clock.ts'
import { createCurrentEvent, type ReplaceableEvent } from '../../current-event.ts'
import { openTestDatabase } from '../../test-database.ts'
import { serviceSpec } from '../service.ts'

export const start = Date.parse('2026-05-01T09:00:00Z')
export const minute = 60_000
const log = createLog('silent')

export const alice = { accountId: 'team-1', userId: 'alice' }
export const bob = { accountId: 'team-2', userId: 'bob' }

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

export const challenge = (slug: string): ChallengeDefinition => ({
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

export const event = {
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

export const without = (slug: string): EventDefinition => ({
  ...event,
  challenges: event.challenges.filter(challenge => challenge.slug !== slug),
})

interface Size {
  startsAtOnce?: number
  /** For all environments together. Default: unlimited. */
  megabytes?: number
}

interface Restart extends Size {
  /** The ids of the environments that still run on the engine. Absent: the same engine. */
  found?: readonly string[]
  /** As its files are by then. Absent: unchanged. */
  files?: EventDefinition
}

/** A platform with two accounts in its database, and an engine that the test controls. Each test begins without environments. */
export function playAccounts() {
  let database: Database
  let bus: Bus
  let clock: SimulatedClock
  let engine: ReturnType<typeof createEngine>
  let outcomes: string[]
  let live: ReplaceableEvent
  let environments: Environments

  const replicasOf = (id: string, ofBus = bus) =>
    createReplicas({ database, bus: ofBus, clock, log, id, url: 'http://127.0.0.1' })
  /** Environments of another platform, or of one with other parts. */
  const create = (other: Partial<EnvironmentsOptions> = {}) =>
    createEnvironments({
      driver: engine.driver,
      database,
      bus,
      clock,
      log,
      capacity: createCapacity(null),
      replicas: replicasOf('one'),
      secret: 'of the event',
      event: live,
      ...other,
    })
  const open = ({ startsAtOnce = 8, megabytes }: Size = {}) =>
    create({
      startsAtOnce,
      capacity: createCapacity(megabytes ?? null),
      onStartEnded: (...reported) => outcomes.push(reported.join(' ')),
    })
  const places = () => database.db.select().from(rows)
  /** Another engine, on which these environments run already. */
  const replaceEngine = (found: readonly string[]) => {
    const { endpoints } = engine
    engine = createEngine(async () => found.map(id => ({ id, endpoints })))
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

  return {
    get database() {
      return database
    },
    get bus() {
      return bus
    },
    get clock() {
      return clock
    },
    get engine() {
      return engine
    },
    /** How starts ended. */
    get outcomes() {
      return outcomes
    },
    get live() {
      return live
    },
    get environments() {
      return environments
    },
    replicasOf,
    create,
    places,

    /** Checks the platform first: the row of an environment is deleted shortly before the platform knows. */
    async allAreGone() {
      await eventually(async () => expect(await environments.running('team-1')).toEqual([]))
      expect(await places()).toEqual([])
    },

    isRunning,

    /** Alice starts one, and the engine answers. */
    async run(slug: string) {
      await environments.start(alice, challenge(slug))
      await engine.answer()
      await isRunning(slug)
    },

    replaceEngine,

    /** The platform ends, and another one begins. */
    async restart({ found, files, ...size }: Restart = {}) {
      await environments.close()
      // Otherwise, commands would still reach the closed environments.
      await bus.close()
      bus = await createBus(database, log)
      if (found) replaceEngine(found)
      if (files) live = createCurrentEvent(files)
      environments = open(size)
      await environments.recover()
    },
  }
}
