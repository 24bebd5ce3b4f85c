import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, realClock } from '../../platform/clock.ts'
import type { Composition } from '../../platform/compose/composition.ts'
import { compose } from '../../platform/compose.ts'
import type { Database } from '../../platform/database/database.ts'
import { signInAccounts } from '../../platform/database/schema.ts'
import type { DesktopDriver } from '../../platform/desktop/driver.ts'
import type { EnvironmentDriver } from '../../platform/environments/driver.ts'
import { type HttpServerOptions, openHttpServer } from '../../platform/http/server.ts'
import type { Certificate } from '../../platform/http/tls.ts'
import type { EmbeddedIdentity } from '../../platform/identity/identity.ts'
import type { LimitRules } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import type { CommandLineOptions } from '../../platform/options.ts'
import { logOfFailure } from './log-of-failure.ts'
import { openTestDatabase } from './test-database.ts'

export interface TestOptions {
  /** Default: the demo event. */
  eventFolder?: string
  /** As in `CommandLineOptions`. Default: false. */
  isDefaultEvent?: boolean
  /** Default: the host's. */
  clock?: Clock
  /** Default: in memory. It is closed with the platform unless it was given. */
  database?: Database
  /** Default: a failed test prints its warnings. */
  log?: Log
  limits?: LimitRules
  corsOrigins?: string[]
  trustedProxies?: string[]
  /** As in `CompositionOptions`. */
  isReachedDirectly?: boolean
  /** The origin for participants, such as that of a proxy. Default: its own. */
  origin?: string
  metricsToken?: string
  sentryDsn?: string
  /** Default: true. */
  serviceWorker?: boolean
  /** Default: true. */
  rendersPages?: boolean
  /** Whether it listens on a free port: the identity provider needs a socket. */
  listen?: boolean
  /** Listens by TLS with this certificate. */
  certificate?: Certificate
  /** The timeouts of the server. */
  timeouts?: HttpServerOptions['timeouts']
  siteFolder?: string
  /** Default: a new one, which is deleted at the end. */
  dataFolder?: string
  /** Default: the embedded identity provider; `signIn` needs it. */
  issuer?: CommandLineOptions['issuer']
  environmentsDomain?: string
  environmentsHost?: string
  environmentDriver?: EnvironmentDriver
  desktopDriver?: DesktopDriver
  /** Default: unlimited. */
  environmentsMemory?: number
  isReadOnly?: boolean
  /** Default: 20,000. */
  maxStreams?: number
}

export interface TestPlatform {
  origin: string
  /** 0: it does not listen. */
  port: number
  database: Database
  dataFolder: string
  composition: Composition
  /** Answers like the server, without a socket. */
  fetch(path: string, init?: RequestInit & { address?: string }): Promise<Response>
  /** A bearer token, signed by the provider's own keys. Creates the account if it is missing. */
  signIn(username: string): Promise<string>
  /** A client of one user: `call('POST', '/v1/teams', {name})`. */
  as(username: string): Promise<Caller>
  close(): Promise<void>
}

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

const demoEvent = join(import.meta.dirname, '../../events/demo')

/** Limits so high that only tests of limits reach them. */
export const noLimits: LimitRules = {
  flag: { perAccount: 1e6, perAddress: 1e6, seconds: 60 },
  joinToken: { perAccount: 1e6, perAddress: 1e6, seconds: 60 },
  groupPassword: { perAccount: 1e6, perAddress: 1e6, seconds: 60 },
  signIn: { perAccount: 1e6, perAddress: 1e6, seconds: 60 },
  register: { perAddress: 1e6, seconds: 60 },
  visit: { perAddress: 1e6, seconds: 60 },
  publicCall: { perAddress: 1e6, seconds: 60 },
  change: { perUser: 1e6, seconds: 60 },
  renewal: { perAccount: 1e6, seconds: 60 },
}

/** A whole platform with real parts, in this process; it checks every answer by the contract. */
export async function startPlatform(options: TestOptions = {}): Promise<TestPlatform> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'guidon-test-')))
  const database = options.database ?? (await openTestDatabase())
  const scheme = options.certificate || options.origin?.startsWith('https:') ? 'https' : 'http'
  const server = options.listen
    ? await openHttpServer({
        host: '127.0.0.1',
        port: 0,
        timeouts: options.timeouts,
        isSecure: scheme === 'https',
        ...(options.certificate && { certificate: options.certificate }),
      })
    : null
  const port = server?.port ?? 0
  const origin = options.origin ?? (server ? `${scheme}://127.0.0.1:${port}` : 'http://127.0.0.1')
  const composition = await compose({
    database,
    dataFolder,
    eventFolder: options.eventFolder ?? demoEvent,
    clock: options.clock ?? realClock,
    log: options.log ?? logOfFailure(),
    host: '127.0.0.1',
    origin,
    corsOrigins: options.corsOrigins ?? [],
    issuer: options.issuer ?? null,
    wireGuardInterface: null,
    trustedProxies: options.trustedProxies ?? [],
    replicaUrl: null,
    metricsToken: options.metricsToken ?? null,
    sentryDsn: options.sentryDsn ?? null,
    serviceWorker: options.serviceWorker ?? true,
    rendersPages: options.rendersPages ?? true,
    siteFolder: options.siteFolder ?? null,
    environmentsBind: null,
    environmentsPorts: null,
    environmentsHost: options.environmentsHost ?? null,
    environmentsDomain: options.environmentsDomain ?? null,
    environmentsMemory: options.environmentsMemory ?? null,
    isReadOnly: options.isReadOnly ?? false,
    desktopsMemory: null,
    limits: options.limits ?? noLimits,
    checkAnswers: true,
    ...(options.isDefaultEvent && { isDefaultEvent: true }),
    ...(options.isReachedDirectly && { isReachedDirectly: true }),
    ...(options.maxStreams !== undefined && { maxStreams: options.maxStreams }),
    ...(options.environmentDriver && { environmentDriver: options.environmentDriver }),
    ...(options.desktopDriver && { desktopDriver: options.desktopDriver }),
  })
  server?.serve(composition.handlers)
  // Without an external issuer the identity is the embedded one.
  const { issueToken } = composition.identity as EmbeddedIdentity

  const fetchPath: TestPlatform['fetch'] = (path, { address = '192.0.2.1', ...init } = {}) =>
    composition.platform.fetch(new Request(origin + path, init), { address })
  const signIn = async (username: string) => {
    const row = {
      id: randomUUID(),
      username,
      usernameKey: username.toLowerCase(),
      // Nobody signs in by password here, and hashing passwords takes time.
      password: 'scrypt$2$8$1$$',
      createdAt: new Date(),
    }
    await database.db.insert(signInAccounts).values(row).onConflictDoNothing()
    return issueToken(username)
  }

  return {
    origin,
    port,
    database,
    dataFolder,
    composition,
    fetch: fetchPath,
    signIn,
    async as(username) {
      const token = await signIn(username)
      return callerOf(fetchPath, token)
    },
    async close() {
      await composition.close()
      await server?.close()
      if (!options.database) await database.close()
      if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

export function callerOf(fetchPath: TestPlatform['fetch'], token: string): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetchPath(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const { status } = response
    return {
      status,
      headers: response.headers,
      body: text && isJson ? JSON.parse(text) : text || undefined,
    }
  }
}
