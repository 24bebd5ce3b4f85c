import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createMetrics } from './api/metrics.ts'
import { createBus } from './bus.ts'
import { createCapacity } from './capacity/capacity.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { settingOr } from './database/settings.ts'
import { createDesktops } from './desktop/desktops.ts'
import type { DesktopDriver } from './desktop/driver.ts'
import type { DesktopIsolation } from './desktop/isolation.ts'
import { createUserEnvironments } from './desktop/user-environments.ts'
import { chooseEngines } from './environments/choose.ts'
import type { EnvironmentDriver } from './environments/driver.ts'
import type { EngineChoice } from './environments/engine-choice.ts'
import { createEnvironments } from './environments/environments.ts'
import { loadEvent } from './event/load.ts'
import { formatProblem } from './event/model.ts'
import type { Failures } from './failures.ts'
import type { Handlers } from './http/server.ts'
import { useExternalIssuer } from './identity/external.ts'
import { createIdentity, type Identity } from './identity/identity.ts'
import { clientAddress, createNetworks } from './limits/addresses.ts'
import { createLimits, defaultLimits, type LimitRules, type Limits } from './limits/limits.ts'
import { createLiveEvent, type LiveEvent } from './live-event.ts'
import type { Log } from './log.ts'
import { claimOldNames } from './names/claims.ts'
import { signInKey } from './names/names.ts'
import type { Options } from './options.ts'
import { createPlatform, type Platform } from './platform.ts'
import { Refusal } from './refusal.ts'
import { replicaId } from './replicas/replica-id.ts'
import { createReplicas } from './replicas/replicas.ts'
import { findControlGroups } from './runtime/control-groups.ts'
import { loadSecrets } from './secret.ts'
import { startSweeper } from './sweeper.ts'
import { createVpn } from './vpn/vpn.ts'

const sweepEvery = 10 * 60_000

type CompositionOption =
  | 'dataFolder'
  | 'eventFolder'
  | 'host'
  | 'corsOrigins'
  | 'issuer'
  | 'wireGuardInterface'
  | 'trustedProxies'
  | 'metricsToken'
  | 'replicaUrl'
  | 'environmentsMemory'
  | 'desktopsMemory'

export interface CompositionOptions extends Pick<Options, CompositionOption> {
  database: Database
  clock: Clock
  log: Log
  origin: string
  /** Whether all requests come through a proxy, so that none is known to come from this host. */
  isBehindProxy?: boolean
  /** The built app; null: there is none. */
  siteFolder: string | null
  /** As in `Options`; default: null. */
  sentryDsn?: string | null
  /** Default: processes of this host. */
  environments?: EngineChoice
  /** Default: desktops run only where they can be isolated. */
  desktops?: DesktopIsolation
  registry?: string | null
  /** For tests, instead of the chosen engine. */
  environmentDriver?: EnvironmentDriver
  /** For tests, instead of what this host has. */
  desktopDriver?: DesktopDriver
  limits?: LimitRules
  checkAnswers?: boolean
  /** Default: they are not counted. */
  failures?: Failures
  /** Whether `/metrics` has figures of the process, too. */
  measureProcess?: boolean
}

/** A running platform. */
export interface Composition {
  platform: Platform
  /** For the server. */
  handlers: Handlers
  identity: Identity
  event: LiveEvent
  /** Which engines run environments, for the start-up message. */
  environments: string
  limitsBy: string
  /** Whether participants can have desktops here. */
  hasDesktops: boolean
  /** Reads the event's folder again. Where it is broken, the event stays as it was. */
  reload(): Promise<void>
  /** Ends every environment and desktop. The database stays open. */
  close(): Promise<void>
}

/**
 * Creates every part of the platform and joins them.
 *
 * @throws EventError when the event cannot be read
 */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { database, clock, log, origin, corsOrigins } = options
  const firstStart = new Date(await settingOr(database, 'firstStart', () => clock.now()))
  const read = async () => {
    const { event, warnings } = await loadEvent(options.eventFolder, { firstStart })
    for (const problem of warnings) log.warn(formatProblem(problem))
    return event
  }
  const event = createLiveEvent(await read())
  const logUnstartable = () => {
    for (const { categorySlug, slug, environment } of event.current.challenges) {
      const reason = environment && driver.unsupported(environment)
      if (reason) log.warn(`${categorySlug}/${slug} cannot be started here: ${reason}`)
    }
  }
  const secrets = await loadSecrets(database)
  await claimOldNames(database)
  const { isBehindProxy = false } = options
  const metrics = createMetrics({
    ofProcess: options.measureProcess ?? false,
    token: options.metricsToken,
    isOpenToThisMachine: !isBehindProxy,
    failures: options.failures ?? null,
  })
  if (isBehindProxy && origin.startsWith('https:') && options.trustedProxies.length === 0)
    log.warn(
      'all participants share the limits of one address, the proxy that speaks TLS for this ' +
        'platform: give its address with --trusted-proxies',
    )
  const proxies = createNetworks(options.trustedProxies)
  const addressOf = (request: IncomingMessage) => clientAddress(request, proxies)
  const limits = createLimits(options.limits ?? defaultLimits, database)
  const bus = await createBus(database, log)
  const identity = options.issuer
    ? await useExternalIssuer({ ...options.issuer, issuer: options.issuer.url, clock })
    : await createIdentity({
        database,
        bus,
        clock,
        log,
        origin,
        appOrigins: [origin, ...corsOrigins],
        eventAccounts: event.current.accounts,
        attempt: limitSignIns(limits, addressOf),
        visit: request => limits.visit(addressOf(request)),
      })
  const found = findControlGroups()
  const groups = typeof found === 'string' ? null : found
  if (typeof found === 'string')
    log.info({ reason: found }, 'no control groups: what sandboxes use together is counted instead')
  const { driver, summary } = options.environmentDriver
    ? { driver: options.environmentDriver, summary: options.environmentDriver.name }
    : await chooseEngines({
        choice: options.environments ?? 'process',
        platform: await platformName(database),
        host: options.host,
        address: new URL(origin).hostname,
        registry: options.registry ?? null,
        groups,
        log,
      })
  logUnstartable()
  const replicas = createReplicas({
    ...{ database, bus, clock, log },
    id: await replicaId(options.dataFolder, log),
    url: options.replicaUrl ?? origin,
  })
  await replicas.join()
  const capacities = {
    environments: createCapacity(options.environmentsMemory),
    desktops: createCapacity(options.desktopsMemory),
  }
  metrics.watchCapacities(capacities)
  const environments = createEnvironments({
    driver,
    capacity: capacities.environments,
    database,
    bus,
    replicas,
    event,
    secret: secrets.flags,
    clock,
    log,
    startWaitMs: 1000,
    onStart: metrics.observeStart,
  })
  await environments.recover()
  const portsOf = createUserEnvironments({
    ...{ database, bus, event, environments },
    // Without other replicas, that name is this host: connect to the address that it listens on.
    targetOf: ({ ip, port }) => ({
      host: replicas.isAlone && ip === new URL(origin).hostname ? ownHost(options.host) : ip,
      port,
    }),
  })
  const isolation = options.desktops ?? 'required'
  const desktops = await createDesktops({
    ...options,
    ...(options.desktopDriver && { driver: options.desktopDriver }),
    ...{ event, bus, replicas, secret: secrets.tickets, capacity: capacities.desktops },
    ...{ isolation, portsOf, groups },
    ...(identity.revocations && { revocations: identity.revocations }),
  })
  replicas.watch()
  const vpn = createVpn({
    database,
    bus,
    event,
    endpoint: new URL(origin).hostname,
    interfaceName: options.wireGuardInterface ?? undefined,
    clock,
    log,
  })
  const platform = await createPlatform({
    ...options,
    bus,
    siteFolder: options.siteFolder ?? undefined,
    event,
    identity,
    environments,
    desktops,
    vpn,
    secrets,
    limits,
    addressOf,
    metrics,
  })

  const stopSweeper = startSweeper({
    ...{ clock, log, everyMs: sweepEvery },
    sweeps: [
      { name: 'sign-ins and tokens', run: identity.sweep },
      { name: 'idempotency keys', run: platform.sweep },
      { name: 'attempts', run: limits.sweep },
      { name: 'marks of transactions', run: database.sweep },
    ],
  })

  return {
    platform,
    handlers: {
      listener: platform.listener,
      takesUpgrade: desktops.takesUpgrade,
      upgrade: desktops.upgrade,
    },
    identity,
    event,
    environments: summary,
    limitsBy: groups ? 'control groups' : 'counting what they use',
    hasDesktops: desktops.enabled,
    async reload() {
      try {
        event.replace(await read())
        environments.review()
        desktops.review()
        logUnstartable()
        log.info('the event was read again')
      } catch (error) {
        log.error({ err: error }, 'the event could not be read again; it stays as it was')
      }
    },
    async close() {
      stopSweeper()
      await Promise.all([environments.close(), desktops.close(), identity.close()])
      await replicas.leave()
      await bus.close()
    },
  }
}

/** The address that reaches, from this host, what listens on `host`. */
const ownHost = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/**
 * Marks this platform's containers. It begins with a letter, since a JSON column returns a text of
 * digits as a number. Some old names are such numbers.
 */
const platformName = async (database: Database): Promise<string> => {
  const make = () => `p${randomBytes(4).toString('hex')}`
  return String(await settingOr<string | number>(database, 'platform', make))
}

const limitSignIns =
  (limits: Limits, addressOf: (request: IncomingMessage) => string) =>
  (username: string, request: IncomingMessage) =>
    limits.attempt('signIn', signInKey(username), addressOf(request)).catch(error => {
      if (error instanceof Refusal) return null
      throw error
    })
