import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultMegabytes } from './capacity/memory.ts'
import { type DesktopIsolation, isolations } from './desktop/isolation.ts'
import { type EngineChoice, engineChoices } from './environments/engine-choice.ts'
import { createNetworks } from './limits/addresses.ts'

/** How the platform was asked to run. */
export interface Options {
  port: number
  host: string
  /** Absolute. */
  dataFolder: string
  /** Absolute. */
  eventFolder: string
  /** Where participants find the platform; null: at its host and port. */
  origin: string | null
  /** Other origins that serve the app. */
  corsOrigins: string[]
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
  /** A bearer token for `/metrics`; null: only programs on this host may read it. */
  metricsToken: string | null
  databaseUrl: string | null
  /** Where other platforms on the same PostgreSQL reach this one; null: at its host and port. */
  replicaUrl: string | null
  /** Null: the embedded identity provider. */
  issuer: { url: string; clientId: string; audience?: string } | null
  /** Where pages report their errors, `https://KEY@HOST/PROJECT`; null: as the built page says. */
  sentryDsn: string | null
  /** A WireGuard interface of this host; null: keys and configurations only. */
  wireGuardInterface: string | null
  /** What runs challenge environments. */
  environments: EngineChoice
  /** Megabytes for all environments together; null: unlimited. */
  environmentsMemory: number | null
  /** Megabytes for all desktops together; null: unlimited. */
  desktopsMemory: number | null
  /** Whether desktops run where they cannot be isolated. */
  desktops: DesktopIsolation
  /** `host:port/path` of the registry that built images are pushed to, for the nodes of a Swarm. */
  registry: string | null
  logLevel: string
}

/** An option has a wrong value. The message is one line. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}

interface Description {
  variable: string
  value: string
  fallback: string
  help: string
}

const descriptions: Record<string, Description> = {
  port: { variable: 'PORT', value: 'NUMBER', fallback: '8080', help: 'port to listen on; 0: any' },
  host: { variable: 'HOST', value: 'ADDRESS', fallback: '127.0.0.1', help: 'address to listen on' },
  data: { variable: 'DATA', value: 'FOLDER', fallback: '.guidon', help: 'where its data lies' },
  event: { variable: 'EVENT', value: 'FOLDER', fallback: 'events/demo', help: 'the event to run' },
  origin: {
    variable: 'ORIGIN',
    value: 'URL',
    fallback: '',
    help: 'where participants find it, behind a proxy for example; default: host and port',
  },
  'cors-origins': {
    variable: 'CORS_ORIGINS',
    value: 'URLS',
    fallback: '',
    help: 'other origins that serve the app, with commas between',
  },
  'trusted-proxies': {
    variable: 'TRUSTED_PROXIES',
    value: 'LIST',
    fallback: '',
    help: 'addresses and networks of proxies whose X-Forwarded-For is believed, with commas between',
  },
  'metrics-token': {
    variable: 'METRICS_TOKEN',
    value: 'TEXT',
    fallback: '',
    help: 'bearer token that reads /metrics; default: without --origin, programs of this machine read it',
  },
  environments: {
    variable: 'ENVIRONMENTS',
    value: 'ENGINE',
    fallback: 'auto',
    help: 'process, docker, or auto: processes, and Docker for images where it answers',
  },
  'environments-memory': {
    variable: 'ENVIRONMENTS_MEMORY',
    value: 'SIZE',
    fallback: '',
    help: "memory for all environments, like '8 GB', or unlimited: starts beyond it wait; default: 3/8 of this machine's",
  },
  'desktops-memory': {
    variable: 'DESKTOPS_MEMORY',
    value: 'SIZE',
    fallback: '',
    help: 'the same for all desktops',
  },
  desktops: {
    variable: 'DESKTOPS',
    value: 'HOW',
    fallback: 'required',
    help: 'required: only where they can be isolated; plain: anywhere, as processes of this user',
  },
  registry: {
    variable: 'REGISTRY',
    value: 'HOST/PATH',
    fallback: '',
    help: 'where images of Dockerfiles go, for the nodes of a Swarm; signed in by docker login',
  },
  'database-url': {
    variable: 'DATABASE_URL',
    value: 'URL',
    fallback: '',
    help: 'a PostgreSQL server; default: an embedded database in the data folder',
  },
  'replica-url': {
    variable: 'REPLICA_URL',
    value: 'URL',
    fallback: '',
    help: 'where other platforms on the same PostgreSQL reach this one; default: host and port',
  },
  'oidc-issuer-url': {
    variable: 'OIDC_ISSUER_URL',
    value: 'URL',
    fallback: '',
    help: 'an OpenID issuer; default: the embedded one',
  },
  'oidc-client-id': {
    variable: 'OIDC_CLIENT_ID',
    value: 'ID',
    fallback: '',
    help: "the app's client id there",
  },
  'oidc-audience': {
    variable: 'OIDC_AUDIENCE',
    value: 'TEXT',
    fallback: '',
    help: 'what its access tokens are for; default: the client id',
  },
  'sentry-dsn': {
    variable: 'SENTRY_DSN',
    value: 'URL',
    fallback: '',
    help: 'where pages report their errors, as Sentry or what speaks like it gives it; default: nowhere',
  },
  'wg-interface': {
    variable: 'WG_INTERFACE',
    value: 'NAME',
    fallback: '',
    help: "a WireGuard interface of this machine that participants' devices connect to",
  },
  'log-level': {
    variable: 'LOG_LEVEL',
    value: 'LEVEL',
    fallback: 'warn',
    help: 'silent, error, warn, info or debug',
  },
}

export function helpText(): string {
  const lines = Object.entries(descriptions).map(([name, { variable, value, fallback, help }]) => {
    const shown = fallback ? `${help} (${fallback})` : help
    return `  ${`--${name} ${value}`.padEnd(26)}${variable.padEnd(17)}${shown}`
  })
  return [
    'Runs an event: the app, its API, sign-in, challenges, on one port.',
    '',
    'npm start -- [options]        or the environment variable',
    ...lines,
    `  ${'--help'.padEnd(26)}${''.padEnd(17)}this text`,
    '',
    'SIGHUP reads the event again. Ctrl-C ends the platform and every environment.',
  ].join('\n')
}

/**
 * @param args the arguments after the program's name
 * @returns `help` if `--help` was given
 * @throws OptionsError
 */
export function readOptions(args: string[], variables: NodeJS.ProcessEnv): Options | 'help' {
  const given = parse(args)
  if (given.help) return 'help'
  const get = (name: string) => {
    const { variable = '', fallback = '' } = descriptions[name] ?? {}
    const value = given[name]
    return (typeof value === 'string' ? value : variables[variable]?.trim()) || fallback
  }
  return {
    port: readPort(get('port')),
    host: get('host'),
    dataFolder: resolve(get('data')),
    eventFolder: resolve(get('event')),
    origin: get('origin') ? readOrigin('origin', get('origin')) : null,
    corsOrigins: listOf(get('cors-origins')).map(url => readOrigin('cors-origins', url)),
    trustedProxies: readNetworks(listOf(get('trusted-proxies'))),
    metricsToken: get('metrics-token') || null,
    databaseUrl: get('database-url') || null,
    replicaUrl: get('replica-url') ? readOrigin('replica-url', get('replica-url')) : null,
    issuer: readIssuer(get('oidc-issuer-url'), get('oidc-client-id'), get('oidc-audience')),
    sentryDsn: readDsn(get('sentry-dsn')),
    wireGuardInterface: get('wg-interface') || null,
    environments: readEngine(get('environments')),
    environmentsMemory: readMemory('environments-memory', get('environments-memory')),
    desktopsMemory: readMemory('desktops-memory', get('desktops-memory')),
    desktops: readIsolation(get('desktops')),
    registry: get('registry').replace(/\/+$/, '') || null,
    logLevel: readLevel(get('log-level')),
  }
}

function parse(args: string[]): Record<string, string | boolean | undefined> {
  const text = { type: 'string' } as const
  const options = Object.fromEntries(Object.keys(descriptions).map(name => [name, text]))
  try {
    return parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } })
      .values
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new OptionsError(`${message}: see --help`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new OptionsError(`--port ${text}: give a number from 0 to 65535`)
}

function readOrigin(name: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search)
    return url.origin
  throw new OptionsError(`--${name} ${text}: give an address like https://ctf.example.org`)
}

const listOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

function readNetworks(list: string[]): string[] {
  try {
    createNetworks(list)
    return list
  } catch (error) {
    throw new OptionsError(`--trusted-proxies: ${error instanceof Error ? error.message : error}`)
  }
}

function readIssuer(url: string, clientId: string, audience: string): Options['issuer'] {
  if (!url && !clientId) return null
  if (!url || !clientId)
    throw new OptionsError('--oidc-issuer-url and --oidc-client-id belong together: give both')
  if (!URL.canParse(url)) throw new OptionsError(`--oidc-issuer-url ${url}: give its address`)
  return { url, clientId, ...(audience && { audience }) }
}

function readDsn(text: string): string | null {
  if (!text) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname))
    return text
  throw new OptionsError(`--sentry-dsn ${text}: give an address like https://KEY@HOST/PROJECT`)
}

function readEngine(text: string): EngineChoice {
  const choice = engineChoices.find(one => one === text)
  if (choice) return choice
  throw new OptionsError(`--environments ${text}: give process, docker or auto`)
}

function readMemory(name: string, text: string): number | null {
  if (!text) return defaultMegabytes()
  if (text === 'unlimited') return null
  const [, amount, unit = 'MB'] = /^(\d{1,9})\s*(MB|M|MiB|GB|G|GiB)?$/i.exec(text) ?? []
  const megabytes = Number(amount) * (/g/i.test(unit) ? 1024 : 1)
  if (megabytes >= 16) return megabytes
  throw new OptionsError(`--${name} ${text}: give a size like '8 GB', or unlimited`)
}

function readIsolation(text: string): DesktopIsolation {
  const found = isolations.find(one => one === text)
  if (found) return found
  throw new OptionsError(`--desktops ${text}: give required or plain`)
}

function readLevel(text: string): string {
  if (/^(silent|fatal|error|warn|info|debug|trace)$/.test(text)) return text
  throw new OptionsError(`--log-level ${text}: give silent, error, warn, info or debug`)
}
