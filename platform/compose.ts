import type { IncomingMessage } from 'node:http'
import { createMetrics } from './api/metrics.ts'
import { createBus } from './bus.ts'
import { type NamedEnvironments, namedEnvironments, whyUnreachable } from './compose/addresses.ts'
import { composeByName } from './compose/by-name.ts'
import type { Composition, CompositionOptions } from './compose/composition.ts'
import { composeEngines } from './compose/engines.ts'
import { openEvent } from './compose/event.ts'
import { composeIdentity } from './compose/identity.ts'
import { composeOrganiser } from './compose/organiser.ts'
import { warnOfOtherEvents } from './compose/other-events.ts'
import { addressForLimits } from './compose/other-proxies.ts'
import { createReload } from './compose/reload.ts'
import { composeSandboxes } from './compose/sandboxes.ts'
import type { CurrentEvent } from './current-event.ts'
import { clientAddress, createNetworks } from './http/addresses.ts'
import { createLimits, defaultLimits } from './limits/limits.ts'
import { claimOldNames } from './names/claims.ts'
import { decidedTopic } from './organiser/decisions/decisions.ts'
import { createFailures } from './organiser/failures.ts'
import { createForgetTexts } from './organiser/forget-texts.ts'
import { createPlatform } from './platform.ts'
import { replicaId } from './replicas/replica-id.ts'
import { createReplicas } from './replicas/replicas.ts'
import { findControlGroups } from './runtime/control-groups.ts'
import { loadSecrets } from './secret.ts'
import { startSweeper } from './sweeper.ts'
import { createVpn } from './vpn/vpn.ts'

const sweepEveryMs = 10 * 60_000

/**
 * Creates every part of the platform and joins them.
 *
 * @throws EventError when the event cannot be read
 */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { database, clock, log, origin } = options
  const opened = await openEvent(options)
  const { event } = opened
  const secrets = await loadSecrets(database)
  await claimOldNames(database)
  const metrics = createMetrics({
    ofProcess: options.measureProcess ?? false,
    token: options.metricsToken,
    // With host names of environments, desktops reach the platform from this host.
    isOpenToThisHost: !options.isBehindProxy && !options.environmentsDomain,
    failures: options.failures ?? null,
  })
  warnOfSharedAddress(options)
  const named = namedEnvironments(options)
  warnOfUnreachable(options, { event, named })
  const proxies = createNetworks(options.trustedProxies)
  const addressOf = (request: IncomingMessage) => clientAddress(request, proxies)
  const limits = createLimits(options.limits ?? defaultLimits, database)
  const bus = await createBus(database, log)
  const identity = await composeIdentity(options, {
    bus,
    event,
    limits,
    addressOf: addressForLimits({ ...options, trusted: proxies }),
  })
  const groups = controlGroups(options)
  const { driver, summary } = await composeEngines(options, groups)
  opened.logShortcomings(driver)
  const replicas = createReplicas({
    database,
    bus,
    clock,
    log,
    id: await replicaId(options.dataFolder, log),
    url: options.replicaUrl ?? origin,
  })
  await replicas.join()
  const failures = createFailures()
  const { environments, desktops, capacities } = await composeSandboxes(options, {
    driver,
    named,
    groups,
    bus,
    replicas,
    event,
    identity,
    secrets,
    metrics,
    failures,
  })
  replicas.watch()
  const vpn = createVpn({
    database,
    bus,
    event,
    clock,
    log,
    endpoint: new URL(origin).hostname,
    interfaceName: options.wireGuardInterface ?? undefined,
  })
  const platform = await createPlatform({
    ...options,
    bus,
    event,
    identity,
    environments,
    desktops,
    vpn,
    secrets,
    limits,
    addressOf,
    metrics,
    siteFolder: options.siteFolder ?? undefined,
    running: opened.running,
  })

  event.onChange(before => {
    environments.review()
    desktops.review()
    platform.live.eventChanged(before)
  })
  bus.on(decidedTopic, event.refresh)
  bus.onLoss(event.refresh)
  await event.refresh()
  const organiser = composeOrganiser(options, {
    bus,
    event,
    secrets,
    replica: replicas.id,
    platform,
    environments,
    capacities,
    failures,
  })

  const reload = createReload({
    database,
    bus,
    replicas,
    clock,
    log,
    event,
    async replace() {
      const reloaded = await opened.reload()
      opened.logShortcomings(driver)
      return reloaded
    },
  })

  void warnOfOtherEvents({ database, bus, replicas, clock, log, event })

  const stopSweeper = startSweeper({
    clock,
    log,
    everyMs: sweepEveryMs,
    sweeps: [
      { name: 'sign-ins and tokens', run: identity.sweep },
      { name: 'idempotency keys', run: platform.sweep },
      { name: 'attempts', run: limits.sweep },
      { name: 'marks of transactions', run: database.sweep },
      { name: 'texts of wrong flags', run: createForgetTexts({ database, clock, event }) },
    ],
  })

  return {
    platform,
    handlers: composeByName(options, {
      named,
      environments,
      secrets,
      addressOf,
      platform: {
        listener: platform.listener,
        takesUpgrade: desktops.takesUpgrade,
        upgrade: desktops.upgrade,
      },
    }),
    identity,
    event,
    environments: summary,
    limitsBy: groups ? 'control groups' : 'counting what they use',
    hasDesktops: desktops.enabled,
    reload,
    running: opened.running,
    organiser,
    endStreams() {
      platform.live.close()
      identity.endQueue?.()
    },
    async close() {
      stopSweeper()
      platform.live.close()
      platform.close()
      const parts = [environments.close(), desktops.close(), identity.close()]
      // If one fails, the others still write what they know before the database is closed.
      for (const part of await Promise.allSettled(parts))
        if (part.status === 'rejected') log.error({ err: part.reason }, 'closing')
      await replicas.leave()
      await bus.close()
    },
  }
}

function warnOfSharedAddress({ isBehindProxy, origin, trustedProxies, log }: CompositionOptions) {
  if (!isBehindProxy || !origin.startsWith('https:') || trustedProxies.length > 0) return
  log.warn(
    'all participants share the limits of one address, the proxy that speaks TLS for this ' +
      'platform: give its address with --trusted-proxies',
  )
}

/** Environments with host names are reached at the platform's own address. */
function warnOfUnreachable(
  options: CompositionOptions,
  { event, named }: { event: CurrentEvent; named: NamedEnvironments | null },
) {
  const isOpened = (protocol: string) => !named || protocol !== 'http'
  const isConcerned = event.current.challenges.some(one =>
    one.environment?.ports.some(({ protocol }) => isOpened(protocol)),
  )
  const reason = isConcerned ? whyUnreachable(options) : null
  if (reason) options.log.warn(reason)
}

function controlGroups({ log }: CompositionOptions) {
  const found = findControlGroups()
  if (typeof found !== 'string') return found
  log.info({ reason: found }, 'no control groups: what sandboxes use together is counted instead')
  return null
}
