import type { IncomingMessage } from 'node:http'
import { createByName, withEnvironments } from '../environments/by-name/by-name.ts'
import type { Environments } from '../environments/environments.ts'
import { mostForwarded, openFilesLimit } from '../http/connections.ts'
import type { Handlers } from '../http/server.ts'
import { ownHost } from '../limits/addresses.ts'
import type { Secrets } from '../secret.ts'
import { environmentAddresses, type NamedEnvironments } from './addresses.ts'
import type { CompositionOptions } from './composition.ts'

interface Parts {
  named: NamedEnvironments | null
  environments: Environments
  secrets: Secrets
  addressOf: (request: IncomingMessage) => string
  /** Answers everything that is for no environment. */
  platform: Handlers
}

/** The platform's handlers, and with `--environments-domain` those of environments before them. */
export function composeByName(
  options: CompositionOptions,
  { named, environments, secrets, addressOf, platform }: Parts,
): Handlers {
  if (!named) return platform
  const { host, address } = environmentAddresses(options)
  const byName = createByName({
    names: named.names,
    placeOf: environments.placeOf,
    // Those of a Swarm are at the addresses of their nodes.
    targetOf: ({ ip, port }) => ({ host: ip === address ? ownHost(host) : ip, port }),
    ...{ secret: secrets.replicas, origin: options.origin, addressOf, log: options.log },
    most: mostForwarded(openFilesLimit()),
  })
  return withEnvironments(byName, platform)
}
