import { randomUUID } from 'node:crypto'
import type { Instance } from '../../src/api/contract.ts'
import type { EnvironmentsApi, Holder } from '../api/seams.ts'
import type { Bus } from '../bus.ts'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { createErrands } from '../replicas/replica-commands.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { EnvironmentDriver } from './driver.ts'
import { createHolding, type Holding, type HoldingOptions } from './environment-actor.ts'
import type { LeaseInput } from './lease.ts'
import { createHeld } from './local-environments.ts'
import { createRecovery } from './recovery.ts'
import { createElsewhere } from './remote-environments.ts'
import { findStartable, specFor } from './spec.ts'
import { createStore, type EnvironmentRow } from './store.ts'
import { createTurns } from './turns.ts'

export interface EnvironmentsOptions {
  driver: EnvironmentDriver
  /** What all environments may hold together; who finds no room waits in `starting`. */
  capacity: Capacity
  database: Database
  /** Joins the replicas that share the database. */
  bus: Bus
  replicas: Replicas
  event: LiveEvent
  /** Makes the bound flags of accounts. */
  secret: string
  clock: Clock
  log: Log
  /** See `HoldingOptions`. */
  onStart?: HoldingOptions['onStart']
  /** Starts at once; the others wait in `starting`. Default 8. */
  startsAtOnce?: number
  /** How long `start` waits for an environment that is quick to come up, in milliseconds. Default 0. */
  patienceMs?: number
}

export interface Environments extends EnvironmentsApi {
  /**
   * Adopts what still runs, and clears away what has no owner or no environment; what other living
   * replicas run is left to them. Call it first, once this one has joined them.
   */
  recover(): Promise<void>
  /**
   * After the event was replaced: stops what participants cannot reach any more, since its challenge
   * or its environment was withdrawn. What was only changed goes on as it was started.
   */
  review(): void
  /** Lets go of all environments. Closes the driver, too: what cannot outlive the platform ends. */
  close(): Promise<void>
}

type Command = 'stop' | 'prolong'

type Row = Pick<EnvironmentRow, 'id' | 'participantId' | 'category' | 'slug' | 'state'>

const notRunning: Instance = {
  state: 'not-running',
  scheduledStopTime: null,
  exposedEndpoints: [],
}

/**
 * The environments of all accounts. Each is run by the replica that started it; the others tell of
 * it by the database, and pass on what is asked of it.
 */
export function createEnvironments(options: EnvironmentsOptions): Environments {
  const { driver, capacity, database, bus, replicas, event, secret, clock, log } = options
  const replica = replicas.id
  const { startsAtOnce = 8, patienceMs = 0, onStart = () => {} } = options
  const inTurn = createTurns(startsAtOnce)
  const held = createHeld()
  const elsewhere = createElsewhere({ bus, replica, store: () => store, log })
  const { changed } = elsewhere
  const store = createStore({ database, driver: driver.name, owner: replica, changed })
  const ask = createErrands<Command>({
    ...{ bus, topic: 'environments.errand', replica, clock, log, patienceMs: 5000 },
    perform: async (command, id) => perform(command, held.byId(id)),
  })
  const recovery = createRecovery({
    ...{ driver, store, held, log },
    hold: (row, found) => hold(row, found),
  })
  replicas.onRound(async () => {
    if (await recovery.ofTheDead()) await elsewhere.load()
  })
  replicas.onDoubt(recovery.ofDoubt)

  const terms = () => ({
    ...event.current.environment,
    end: event.current.postPlayEnd.getTime(),
  })

  function hold(row: Row, found: LeaseInput['found']): Holding {
    const { id, participantId, category, slug, state: recorded } = row
    const megabytes = findStartable(event.current, row)?.environment.memoryMb ?? 0
    const room = found
      ? capacity.occupy(participantId, megabytes)
      : capacity.request(participantId, megabytes)
    const holding = createHolding({
      ...{ id, participantId, category, slug, recorded, room },
      ...{ lease: { terms, found }, spec: () => specFor(row, event.current, secret) },
      ...{ driver, store, inTurn, onStart, clock, log },
    })
    held.add(participantId, holding)
    void holding.gone.then(() => held.remove(id))
    // The event may have been replaced since somebody asked for it.
    reviewOne(holding)
    return holding
  }

  function reviewOne({ id, category, slug, lease }: Holding): void {
    const isThere = findStartable(event.current, { category, slug }) !== null
    lease.send({ type: isThere ? 'terms.changed' : 'lease.stop' })
    if (isThere) return
    const challenge = `${category}/${slug}`
    log.warn({ environment: id, challenge }, 'its challenge was withdrawn: it is stopped')
  }

  async function start({ participantId, userId }: Holder, challenge: ChallengeDefinition) {
    const reason = challenge.environment && driver.unsupported(challenge.environment)
    if (reason) throw unsupported(`${challenge.categorySlug}/${challenge.slug}: ${reason}`)
    for (;;) {
      const old = held.find(participantId, challenge)
      const other = old ? undefined : elsewhere.find(participantId, challenge)
      const { state } = old?.instance() ?? other?.instance ?? {}
      if (state === undefined) break
      if (state === 'starting' || state === 'running') return
      await (old?.gone ?? other?.gone())
    }
    const { categorySlug: category, slug } = challenge
    const row = { id: randomUUID(), participantId, category, slug }
    const maximum = event.current.maxEnvironments
    const now = new Date(clock.now())
    const outcome = await store.claim({ ...row, maximum, startedBy: userId, now })
    // Most environments are up in no time: then the first look at one finds it running.
    if (outcome === 'claimed') await hold({ ...row, state: 'starting' }, null).decided(patienceMs)
    // By another request a moment before; here it is known already.
    if (outcome === 'held') await elsewhere.load(participantId)
    if (outcome === 'full')
      throw new Refusal(
        'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
        `at most ${maximum} environments at once; stop one of them first`,
      )
  }

  async function perform(command: Command, holding: Holding | undefined): Promise<void> {
    if (command === 'stop') holding?.lease.send({ type: 'lease.stop' })
    else if (holding?.lease.getSnapshot().can({ type: 'lease.prolong' }))
      holding.lease.send({ type: 'lease.prolong' })
    else throw cannotProlong('only in the last part of its time, while it runs')
    await holding?.recorded()
  }

  /** Does it here, or has the replica do it that runs the environment. */
  async function command(what: Command, participantId: string, challenge: ChallengeDefinition) {
    const here = held.find(participantId, challenge)
    const there = here ? undefined : elsewhere.find(participantId, challenge)
    if (!there?.owner) return perform(what, here)
    const isDone = await ask(there.owner, what, there.id)
    // Whoever takes over from a dead replica stops it.
    if (!isDone && what === 'stop') await store.markStopping(there.id)
    if (!isDone && what === 'prolong') throw cannotProlong('its server does not answer now')
    await elsewhere.load(participantId)
  }

  const unwatch = driver.watch(id => held.byId(id)?.lease.send({ type: 'environment.ended' }))

  return {
    canStart: ({ environment }) => environment !== null && driver.unsupported(environment) === null,
    get: async (participantId, challenge) =>
      held.find(participantId, challenge)?.instance() ??
      elsewhere.find(participantId, challenge)?.instance ??
      notRunning,
    start,
    stop: (participantId, challenge) => command('stop', participantId, challenge),
    prolong: (participantId, challenge) => command('prolong', participantId, challenge),

    running: async participantId =>
      [...held.of(participantId), ...elsewhere.of(participantId)].map(({ category, slug }) => ({
        categorySlug: category,
        challengeSlug: slug,
      })),

    async recover() {
      await recovery.atStart()
      await elsewhere.load()
    },

    review() {
      for (const holding of held.all()) reviewOne(holding)
    },

    async close() {
      unwatch()
      for (const { lease } of held.all()) lease.stop()
      await Promise.all(held.all().map(holding => holding.recorded()))
      await driver.close()
    },
  }
}

const unsupported = (message: string) => new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', message)

const cannotProlong = (reason: string) =>
  new Refusal('CANNOT_PROLONG_CHALLENGE_INSTANCE', `it cannot be extended: ${reason}`)
