import pLimit from 'p-limit'
import type { Endpoint, Instance } from '../../src/api/contract.ts'
import type { EnvironmentsApi } from '../api/part-interfaces.ts'
import type { Bus } from '../bus.ts'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { refOfRow, rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition, EnvironmentDefinition, RowName } from '../event/model.ts'
import type { Log } from '../log.ts'
import type { Replicas } from '../replicas/replicas.ts'
import { extendableFromIn } from '../runtime/lease-terms.ts'
import type { EnvironmentLocation, Reached } from './by-name/by-name.ts'
import { createRemoteLocations } from './by-name/remote-locations.ts'
import { createCommands, type NewEnvironment } from './commands.ts'
import type { EnvironmentDriver } from './driver.ts'
import { createEnds } from './ends.ts'
import {
  createEnvironmentActor,
  type EnvironmentActor,
  type EnvironmentActorOptions,
} from './environment-actor.ts'
import type { LeaseInput } from './lease.ts'
import { createLocalEnvironments } from './local-environments.ts'
import { createRecovery } from './recovery.ts'
import { createRemoteEnvironments } from './remote-environments.ts'
import { findStartable, hostMemoryMb, specFor } from './spec.ts'
import { createStore } from './store.ts'

export interface EnvironmentsOptions {
  driver: EnvironmentDriver
  /** Memory for all environments together. An environment that does not fit waits in `starting`. */
  capacity: Capacity
  database: Database
  /** Connects the replicas that share the database. */
  bus: Bus
  replicas: Replicas
  event: CurrentEvent
  /** Makes the bound flags of accounts. */
  secret: string
  clock: Clock
  log: Log
  /** See `EnvironmentActorOptions`. */
  onStartEnded?: EnvironmentActorOptions['onStartEnded']
  onFailure?: EnvironmentActorOptions['onFailure']
  /** How many start at once; the others wait in `starting`. Default 8. */
  startsAtOnce?: number
  /** See `CommandOptions`. Default 0. */
  startWaitMs?: number
  /** What participants see of the endpoints of an environment. Default: these endpoints. */
  shown?: (id: string, endpoints: readonly Endpoint[]) => Endpoint[]
}

export interface Environments extends EnvironmentsApi {
  /**
   * Adopts what still runs. Stops environments without a row, and deletes rows without an environment. What
   * other living replicas run is not touched. Call it once, after this replica has joined them.
   */
  recover(): Promise<void>
  /**
   * After the event was replaced: stops environments whose challenge or environment was removed. If a
   * challenge was only changed, its environments go on as they were started.
   */
  review(): void
  /** The endpoints as they were opened, and where the platform reaches them. */
  opened(accountId: string, challenge: ChallengeDefinition): Reached[]
  /** @returns where an environment runs; null: it does not */
  locationOf(id: string): Promise<EnvironmentLocation | null>
  /** @returns the last lines that an environment printed; null if this replica does not run it */
  output(id: string): Promise<string | null>
  /** Stops managing all environments, and closes the driver, which ends processes. */
  close(): Promise<void>
}

/** The same order for all replicas, whichever of them runs what. */
function inSameOrder(a: RowName, b: RowName): number {
  const [left, right] = [rowKey(a), rowKey(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

const notRunning: Instance = {
  state: 'not-running',
  scheduledStopTime: null,
  exposedEndpoints: [],
}

/**
 * The environments of all accounts. The replica that started an environment runs it. The others
 * read it from the database, and send commands to that replica.
 */
export function createEnvironments(options: EnvironmentsOptions): Environments {
  const { driver, capacity, database, bus, replicas, event, secret, clock, log } = options
  const {
    startsAtOnce = 8,
    startWaitMs = 0,
    onStartEnded = () => {},
    onFailure = () => {},
  } = options
  const { shown = (_id, endpoints) => [...endpoints] } = options
  const limitStarts = pLimit(startsAtOnce)
  const local = createLocalEnvironments()
  const ends = createEnds(() => store.ends())
  const remote = createRemoteEnvironments({ bus, replicas, store: () => store, ends, log })
  const { changed } = remote
  const store = createStore({ database, driver: driver.name, owner: replicas.id, changed, clock })
  const remoteLocations = createRemoteLocations({ store, clock })
  const commands = createCommands({
    driver,
    store,
    local,
    remote,
    event,
    bus,
    replica: replicas.id,
    clock,
    log,
    startWaitMs,
    open: row => open(row, null),
  })
  const { isClaiming, ...changes } = commands
  const recovery = createRecovery({ driver, store, local, open, isClaiming, log })
  replicas.onCheck(async () => {
    if (await recovery.takeOverFromDeadReplicas()) await remote.load()
    await recovery.findForgotten()
  })
  replicas.onRemoved(recovery.reconcile)
  bus.onLoss(ends.load)
  // The row is deleted shortly before the environment is gone here, and who hears of the end reads at once.
  bus.on('environments.changed', ({ by, accountId, end }) =>
    by === replicas.id && end ? local.find(accountId, end)?.released : undefined,
  )

  const termsOf = (environment: EnvironmentDefinition | null | undefined) => ({
    ...event.current.environment,
    ...environment?.lease,
    end: event.current.postPlayEnd.getTime(),
  })

  function open(row: NewEnvironment, found: LeaseInput['found']): EnvironmentActor {
    const { id, accountId, category, slug, state } = row
    const definition = () => findStartable(event.current, row)?.environment
    const terms = () => termsOf(definition())
    const megabytes = hostMemoryMb(definition())
    const reservation = found
      ? capacity.occupy(accountId, megabytes)
      : capacity.request(accountId, megabytes)
    const environment = createEnvironmentActor({
      id,
      accountId,
      category,
      slug,
      initialState: state,
      reservation,
      lease: { terms, found },
      spec: () => specFor(row, event.current, secret),
      driver,
      store,
      limitStarts,
      onStartEnded,
      onFailure,
      clock,
      log,
    })
    local.add(accountId, environment)
    void environment.released.then(() => local.remove(id))
    // The event may have been replaced since the request came.
    review(environment)
    return environment
  }

  function review({ id, category, slug, challenge, lease }: EnvironmentActor): void {
    const isThere = findStartable(event.current, { category, slug }) !== null
    lease.send({ type: isThere ? 'terms.changed' : 'lease.revoke' })
    if (isThere) return
    log.warn({ environment: id, challenge }, 'its challenge was removed: it is stopped')
  }

  function find(accountId: string, { rowName }: ChallengeDefinition) {
    const here = local.find(accountId, rowName)
    if (here) return { id: here.id, instance: here.instance() }
    const there = remote.find(accountId, rowName)
    if (there) return there
    const ended = ends.find(accountId, rowName)
    return { id: '', instance: ended ? { ...notRunning, ended } : notRunning }
  }

  const reached = ({ id, instance }: EnvironmentActor): Reached[] =>
    instance().exposedEndpoints.map(endpoint => ({
      endpoint,
      target: driver.targetOf(id, endpoint),
    }))

  const unwatch = driver.watch((id, ending) =>
    local.byId(id)?.lease.send({ type: 'environment.ended', ...ending }),
  )

  return {
    ...changes,
    supports: ({ environment }) => environment !== null && driver.unsupported(environment) === null,
    async get(accountId, challenge) {
      const { id, instance } = find(accountId, challenge)
      if (instance.state !== 'running') return instance
      const terms = () => termsOf(challenge.environment)
      return {
        ...instance,
        exposedEndpoints: shown(id, instance.exposedEndpoints),
        extendableFrom: extendableFromIn(instance.scheduledStopTime, terms),
      }
    },

    opened(accountId, challenge) {
      const here = local.find(accountId, challenge.rowName)
      if (here) return reached(here)
      const { exposedEndpoints: endpoints } = find(accountId, challenge).instance
      // One of another replica has its endpoints as participants reach them.
      return endpoints.map(endpoint => ({
        endpoint,
        target: { host: endpoint.ip, port: endpoint.port },
      }))
    },

    async locationOf(id) {
      const here = local.byId(id)
      if (here) return { endpoints: reached(here) }
      return replicas.isAlone ? null : remoteLocations.find(id)
    },

    running: async accountId =>
      [...local.of(accountId), ...remote.of(accountId)]
        .toSorted(inSameOrder)
        .map(row => refOfRow(event.current, row)),

    async recover() {
      await recovery.recoverAtStart()
      await Promise.all([remote.load(), ends.load()])
    },

    review() {
      for (const environment of local.all()) review(environment)
    },

    output: async id => (local.byId(id) ? ((await driver.output(id)) ?? '') : null),

    async close() {
      unwatch()
      for (const environment of local.all()) environment.detach()
      await Promise.all(local.all().map(environment => environment.flush()))
      await driver.close()
    },
  }
}
