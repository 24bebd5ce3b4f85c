import { randomUUID } from 'node:crypto'
import type { Instance } from '../../src/api/contract.ts'
import type { EnvironmentsApi, Holder } from '../api/seams.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open.ts'
import { flagVariables } from '../event/flags.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { EnvironmentDriver, EnvironmentSpec } from './driver.ts'
import { createHolding, type Holding } from './holding.ts'
import type { LeaseInput } from './lease.ts'
import { createStore } from './store.ts'
import { createTurns } from './turns.ts'

export interface EnvironmentsOptions {
  driver: EnvironmentDriver
  database: Database
  event: LiveEvent
  /** Makes the bound flags of accounts. */
  secret: string
  clock: Clock
  log: Log
  /** Starts at once; the others wait in `starting`. Default 8. */
  startsAtOnce?: number
  /** How long `start` waits for an environment that is quick to come up, in milliseconds. Default 0. */
  patienceMs?: number
}

export interface Environments extends EnvironmentsApi {
  /** Adopts what still runs, and clears away what has no owner or no environment. Call it first. */
  recover(): Promise<void>
  /** Lets go of all environments. Closes the driver, too: what cannot outlive the platform ends. */
  close(): Promise<void>
}

const notRunning: Instance = {
  state: 'not-running',
  scheduledStopTime: null,
  exposedEndpoints: [],
}

/** The environments of all accounts on one engine. */
export function createEnvironments(options: EnvironmentsOptions): Environments {
  const { driver, database, event, secret, clock, log } = options
  const { startsAtOnce = 8, patienceMs = 0 } = options
  const store = createStore(database, driver.name)
  const inTurn = createTurns(startsAtOnce)
  /** By account, then by challenge. */
  const held = new Map<string, Map<string, Holding>>()
  const byId = new Map<string, Holding>()

  const find = (participantId: string, { categorySlug, slug }: ChallengeDefinition) =>
    held.get(participantId)?.get(`${categorySlug}/${slug}`)

  const terms = () => ({
    ...event.current.environment,
    end: event.current.postPlayEnd.getTime(),
  })

  function hold(
    row: { id: string; participantId: string; category: string; slug: string },
    found: LeaseInput['found'],
    spec: () => EnvironmentSpec,
  ): Holding {
    const lease = { terms, found }
    const holding = createHolding({ ...row, lease, spec, driver, store, inTurn, clock, log })
    const ofAccount = held.get(row.participantId) ?? new Map<string, Holding>()
    const key = `${row.category}/${row.slug}`
    held.set(row.participantId, ofAccount.set(key, holding))
    byId.set(row.id, holding)
    void holding.gone.then(() => {
      byId.delete(row.id)
      ofAccount.delete(key)
      if (ofAccount.size === 0) held.delete(row.participantId)
    })
    return holding
  }

  function specOf(id: string, accountId: string, challenge: ChallengeDefinition): EnvironmentSpec {
    const { categorySlug, slug, folder, environment: definition } = challenge
    if (definition === null) throw unsupported(`${categorySlug}/${slug} has nothing to start`)
    const prefix = event.current.flagPrefix
    const flags = flagVariables(challenge, { secret, prefix, accountId })
    const variables = { ...flags, ACCOUNT_ID: accountId }
    return { id, accountId, categorySlug, slug, folder, definition, variables }
  }

  async function start({ participantId, userId }: Holder, challenge: ChallengeDefinition) {
    const reason = challenge.environment && driver.unsupported(challenge.environment)
    if (reason) throw unsupported(`${challenge.categorySlug}/${challenge.slug}: ${reason}`)
    for (let old = find(participantId, challenge); old; old = find(participantId, challenge)) {
      if (old.instance().state !== 'stopping') return
      await old.gone
    }
    const id = randomUUID()
    const spec = specOf(id, participantId, challenge)
    const { categorySlug: category, slug } = challenge
    const row = { id, participantId, category, slug }
    const maximum = event.current.maxEnvironments
    const now = new Date(clock.now())
    const outcome = await store.claim({ ...row, maximum, startedBy: userId, now })
    if (outcome === 'claimed') await decided(hold(row, null, () => spec))
    if (outcome === 'full')
      throw new Refusal(
        'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
        `at most ${maximum} environments at once; stop one of them first`,
      )
  }

  /** Most environments are up in no time: then the first look at one finds it running. */
  function decided({ lease }: Holding): Promise<void> | undefined {
    if (patienceMs === 0) return undefined
    return new Promise(resolve => {
      const end = () => {
        cancel()
        subscription.unsubscribe()
        resolve()
      }
      const cancel = clock.after(patienceMs, end)
      const subscription = lease.subscribe({
        next: snapshot => !snapshot.matches('starting') && end(),
        complete: end,
      })
    })
  }

  const unwatch = driver.watch(id => byId.get(id)?.lease.send({ type: 'environment.ended' }))

  return {
    canStart: ({ environment }) => environment !== null && driver.unsupported(environment) === null,
    get: async (participantId, challenge) =>
      find(participantId, challenge)?.instance() ?? notRunning,
    start,

    async stop(participantId, challenge) {
      const holding = find(participantId, challenge)
      holding?.lease.send({ type: 'lease.stop' })
      await holding?.recorded()
    },

    async prolong(participantId, challenge) {
      const holding = find(participantId, challenge)
      if (!holding?.lease.getSnapshot().can({ type: 'lease.prolong' }))
        throw new Refusal(
          'CANNOT_PROLONG_CHALLENGE_INSTANCE',
          'only a running environment can be extended, and only in the last part of its time',
        )
      holding.lease.send({ type: 'lease.prolong' })
      await holding.recorded()
    },

    running: async participantId =>
      [...(held.get(participantId)?.values() ?? [])].map(({ category, slug }) => ({
        categorySlug: category,
        challengeSlug: slug,
      })),

    async recover() {
      const [rows, live] = await Promise.all([store.all(), driver.list()])
      const running = new Map(live.map(one => [one.id, one.endpoints]))
      for (const row of rows) {
        const endpoints = running.get(row.id)
        running.delete(row.id)
        if (!endpoints) {
          log.warn({ environment: row.id }, 'an environment ended while the platform was down')
          await store.release(row.id)
          continue
        }
        const stopAt = row.scheduledStop?.getTime() ?? null
        const holding = hold(row, { endpoints, stopAt }, () => {
          throw new Error('it runs already')
        })
        if (row.state === 'stopping') holding.lease.send({ type: 'lease.stop' })
      }
      for (const id of running.keys()) {
        log.warn({ environment: id }, 'an environment without an owner is stopped')
        await driver.stop(id)
      }
    },

    async close() {
      unwatch()
      for (const { lease } of byId.values()) lease.stop()
      await Promise.all([...byId.values()].map(holding => holding.recorded()))
      await driver.close()
    },
  }
}

const unsupported = (message: string) => new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', message)
