import type { Endpoint } from '../../src/api/contract.ts'
import { createHostNames, type HostNames } from '../environments/by-name/host-names.ts'
import { isThisComputer, withoutBrackets } from '../http/addresses.ts'
import type { CompositionOptions } from './composition.ts'

/** Where environments are opened, and the address that participants see. */
export interface EnvironmentAddresses {
  /** The address of this host. */
  host: string
  /** A name or an address. */
  address: string
}

type AddressOptions = Pick<
  CompositionOptions,
  'host' | 'origin' | 'environmentsBind' | 'environmentsHost'
>

export function environmentAddresses(options: AddressOptions): EnvironmentAddresses {
  const { hostname } = new URL(options.origin)
  return {
    host: options.environmentsBind ?? options.host,
    address: options.environmentsHost ?? withoutBrackets(hostname),
  }
}

/** The host names of environments, and what participants see of their endpoints. */
export interface NamedEnvironments {
  names: HostNames
  /** Where the app is. All requests to these names go there, too. */
  target: { host: string; port: number }
  shown: (id: string, endpoints: readonly Endpoint[]) => Endpoint[]
}

/** @returns null without `--environments-domain` */
export function namedEnvironments({
  environmentsDomain,
  origin,
}: Pick<CompositionOptions, 'environmentsDomain' | 'origin'>): NamedEnvironments | null {
  if (!environmentsDomain) return null
  const names = createHostNames(environmentsDomain)
  const url = new URL(origin)
  const protocol = url.protocol.slice(0, -1)
  const port = Number(url.port) || (protocol === 'https' ? 443 : 80)
  return {
    names,
    target: { host: withoutBrackets(url.hostname), port },
    shown: (id, endpoints) =>
      endpoints.map((endpoint, index) =>
        endpoint.protocol === 'http'
          ? { ...endpoint, ip: names.of({ id, index }), port, protocol }
          : endpoint,
      ),
  }
}

/** @returns why participants cannot reach environments, and what to do; null: nothing is known against it */
export function whyUnreachable(options: AddressOptions): string | null {
  const { host, address } = environmentAddresses(options)
  if (isThisComputer(host) && !isThisComputer(address))
    return (
      `participants see ${address} as the address of environments, but these listen on ${host} only: ` +
      'give an address of this host with --environments-bind, like 0.0.0.0, and open the ports'
    )
  if (isThisComputer(address) && !isThisComputer(options.host))
    return (
      `participants see ${address} as the address of environments, which is their own computer: ` +
      'give --origin, or --environments-host'
    )
  return null
}
