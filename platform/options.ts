import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { DesktopMode } from './desktop/mode.ts'
import type { EngineChoice } from './environments/engine-choice.ts'
import type { PortRange } from './environments/port-range.ts'
import { messageOf } from './log-errors.ts'
import { descriptions } from './options/descriptions.ts'
import { OptionsError } from './options/options-error.ts'
import {
  type IssuerOptions,
  listOf,
  readDesktopMode,
  readDomain,
  readDsn,
  readEngine,
  readFlag,
  readHostName,
  readIssuer,
  readLevel,
  readMemory,
  readNetworks,
  readOrigin,
  readPort,
  readPortRange,
  readSwitch,
  readTls,
} from './options/values.ts'

/** The platform's options. */
export interface CommandLineOptions {
  port: number
  host: string
  /** Absolute. */
  dataFolder: string
  /** Absolute. */
  eventFolder: string
  /** Whether the event is the demo, because nobody named one. */
  isDefaultEvent: boolean
  /** Where participants find the platform; null: at its host and port. */
  origin: string | null
  /** Other origins that serve the app. */
  corsOrigins: string[]
  /** Absolute paths of the certificate and its key, in PEM; null: without TLS. */
  tls: { certFile: string; keyFile: string } | null
  /** Addresses and CIDRs of proxies. Their `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  /** A bearer token for `/metrics`; null: only programs on this host may read it. */
  metricsToken: string | null
  databaseUrl: string | null
  /** Where other platforms on the same PostgreSQL reach this one; null: at its host and port. */
  replicaUrl: string | null
  /** Null: the embedded identity provider. */
  issuer: IssuerOptions | null
  /** Where pages report their errors, `https://KEY@HOST/PROJECT`; null: as the built page says. */
  sentryDsn: string | null
  /** Whether browsers keep the app for the next visit. */
  serviceWorker: boolean
  /** Whether the platform renders the first page for its user, beside the browser. */
  rendersPages: boolean
  /** A WireGuard interface of this host; null: keys and configurations only. */
  wireGuardInterface: string | null
  /** What runs challenge environments. */
  environments: EngineChoice
  /** The host that participants see; null: the host name of the origin. */
  environmentsHost: string | null
  /** The address of this host on which environments are opened; null: `host`. */
  environmentsBind: string | null
  /** Below it, each environment that is a web page has a host name; null: all have ports only. */
  environmentsDomain: string | null
  /** Null: any port. */
  environmentsPorts: PortRange | null
  /** Megabytes for all environments together; null: unlimited. */
  environmentsMemory: number | null
  /** Megabytes for all desktops together; null: unlimited. */
  desktopsMemory: number | null
  /** Whether desktops run where they cannot be isolated. */
  desktops: DesktopMode
  /** A folder that all nodes have at the same path, for the homes of desktops; null: volumes. */
  desktopsHomes: string | null
  /** `host:port/path` of the registry that built images are pushed to, for the nodes of a Swarm. */
  registry: string | null
  logLevel: string
  /** Whether every change is refused: a past event for reading. */
  isReadOnly: boolean
}

/**
 * @param args the arguments after the program's name
 * @returns `help` if `--help` was given
 * @throws OptionsError
 */
export function readOptions(
  args: string[],
  variables: NodeJS.ProcessEnv,
): CommandLineOptions | 'help' {
  const given = parse(args)
  if (given.help) return 'help'
  const get = (name: string) => {
    const { variable = '', fallback = '' } = descriptions[name] ?? {}
    const value = given[name]
    if (value === true) return 'on'
    return (typeof value === 'string' ? value : variables[variable]?.trim()) || fallback
  }
  const origin = get('origin') ? readOrigin('origin', get('origin')) : null
  const replicaUrl = get('replica-url') ? readOrigin('replica-url', get('replica-url')) : null
  return {
    port: readPort(get('port')),
    host: get('host'),
    dataFolder: resolve(get('data')),
    eventFolder: resolve(get('event')),
    isDefaultEvent: get('event') === descriptions.event?.fallback,
    origin,
    corsOrigins: listOf(get('cors-origins')).map(url => readOrigin('cors-origins', url)),
    tls: readTls({ cert: get('tls-cert'), key: get('tls-key') }, { origin, replicaUrl }),
    trustedProxies: readNetworks(listOf(get('trusted-proxies'))),
    metricsToken: get('metrics-token') || null,
    databaseUrl: get('database-url') || null,
    replicaUrl,
    issuer: readIssuer({
      url: get('oidc-issuer-url'),
      clientId: get('oidc-client-id'),
      audience: get('oidc-audience'),
      emailDomains: listOf(get('oidc-email-domains')),
    }),
    sentryDsn: readDsn(get('sentry-dsn')),
    serviceWorker: readSwitch('service-worker', get('service-worker')),
    rendersPages: readSwitch('render-pages', get('render-pages')),
    wireGuardInterface: get('wg-interface') || null,
    environments: readEngine(get('environments')),
    environmentsHost: readHostName(get('environments-host')),
    environmentsBind: get('environments-bind') || null,
    environmentsDomain: readDomain(get('environments-domain'), origin),
    environmentsPorts: readPortRange(get('environments-ports')),
    environmentsMemory: readMemory('environments-memory', get('environments-memory')),
    desktopsMemory: readMemory('desktops-memory', get('desktops-memory')),
    desktops: readDesktopMode(get('desktops')),
    desktopsHomes: get('desktops-homes') ? resolve(get('desktops-homes')) : null,
    registry: get('registry').replace(/\/+$/, '') || null,
    isReadOnly: readFlag('read-only', get('read-only')),
    logLevel: readLevel(get('log-level')),
  }
}

function parse(args: string[]): Record<string, string | boolean | undefined> {
  const text = { type: 'string' } as const
  const options = Object.fromEntries(
    Object.entries(descriptions).map(([name, { value }]) => [
      name,
      value === '' ? ({ type: 'boolean' } as const) : text,
    ]),
  )
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values
  } catch (error) {
    const [message = ''] = messageOf(error).split('. ')
    throw new OptionsError(`${message}: see --help`)
  }
}

/** Whether browsers reach the platform at its origin, without a proxy that may ask it by another name. */
export const isReachedDirectly = ({
  origin,
  tls,
  trustedProxies,
}: Pick<CommandLineOptions, 'origin' | 'tls' | 'trustedProxies'>) =>
  origin !== null && tls !== null && trustedProxies.length === 0
