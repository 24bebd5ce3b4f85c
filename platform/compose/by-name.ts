import type { IncomingMessage } from 'node:http'
import { createByName, withEnvironments } from '../environments/by-name/by-name.ts'
import type { Environments } from '../environments/environments.ts'
import { maxForwarded, openFilesLimit } from '../http/connections.ts'
import type { Handlers } from '../http/server.ts'
import type { Secrets } from '../secret.ts'
import type { NamedEnvironments } from './addresses.ts'
import type { CompositionOptions } from './composition.ts'

interface Parts {
  named: NamedEnvironments | null
  environments: Environments
  secrets: Secrets
  addressOf: (request: IncomingMessage) => string
  /** Answers every request that is for no environment. */
  platform: Handlers
}

/** The platform's handlers, and with `--environments-domain` those of environments before them. */
export function composeByName(
  options: CompositionOptions,
  { named, environments, secrets, addressOf, platform }: Parts,
): Handlers {
  if (!named) return platform
  const byName = createByName({
    names: named.names,
    locationOf: environments.locationOf,
    secret: secrets.replicas,
    origin: options.origin,
    addressOf,
    log: options.log,
    maxRequests: maxForwarded(openFilesLimit()),
  })
  return withEnvironments(byName, platform)
}
