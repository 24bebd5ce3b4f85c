import type { Metrics } from '../api/metrics.ts'
import type { Bus } from '../bus.ts'
import { createCapacity } from '../capacity/capacity.ts'
import type { CurrentEvent } from '../current-event.ts'
import { createAccountOf } from '../desktop/account-of.ts'
import { createDesktops } from '../desktop/desktops.ts'
import { createUserEnvironments } from '../desktop/user-environments.ts'
import type { EnvironmentDriver } from '../environments/driver.ts'
import { createEnvironments } from '../environments/environments.ts'
import type { Identity } from '../identity/identity.ts'
import type { EnvironmentFailures } from '../organiser/failures.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { ControlGroups } from '../runtime/control-groups.ts'
import type { Secrets } from '../secret.ts'
import { environmentAddresses, type NamedEnvironments } from './addresses.ts'
import type { CompositionOptions } from './composition.ts'
import { platformName } from './engines.ts'

interface Parts {
  /** Runs the environments. */
  driver: EnvironmentDriver
  named: NamedEnvironments | null
  groups: ControlGroups | null
  bus: Bus
  replicas: Replicas
  event: CurrentEvent
  identity: Identity
  secrets: Secrets
  metrics: Metrics
  failures: EnvironmentFailures
}

/** Environments and desktops. Those of an earlier run are adopted or stopped. */
export async function composeSandboxes(options: CompositionOptions, parts: Parts) {
  const { database, clock, log } = options
  const { bus, replicas, event, secrets, metrics } = parts
  const capacities = {
    environments: createCapacity(options.environmentsMemory),
    desktops: createCapacity(options.desktopsMemory),
  }
  metrics.watchCapacities(capacities)
  const environments = createEnvironments({
    database,
    bus,
    replicas,
    event,
    clock,
    log,
    driver: parts.driver,
    capacity: capacities.environments,
    secret: secrets.flags,
    startWaitMs: 1000,
    onStartEnded: metrics.observeStart,
    onFailure: parts.failures.add,
    ...(parts.named && { shown: parts.named.shown }),
  })
  await environments.recover()
  const accountOf = createAccountOf({ database, bus, event })
  const portsOf = createUserEnvironments({
    accountOf,
    event,
    environments,
    named: parts.named && {
      isName: host => parts.named?.names.read(host) !== null,
      target: parts.named.target,
    },
  })
  const desktops = await createDesktops({
    ...options,
    ...(options.desktopDriver && { driver: options.desktopDriver }),
    event,
    bus,
    replicas,
    secret: secrets.tickets,
    capacity: capacities.desktops,
    mode: options.desktops ?? 'required',
    accountOf,
    portsOf,
    groups: parts.groups,
    environmentsAddress: environmentAddresses(options).address,
    containers: {
      platform: await platformName(database),
      ...environmentAddresses(options),
      secret: secrets.tickets,
      registry: options.registry ?? null,
      homes: options.desktopsHomes ?? null,
    },
    ...(parts.identity.revocations && { revocations: parts.identity.revocations }),
  })
  return { environments, desktops, capacities }
}
