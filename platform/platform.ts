import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApi } from './api/api.ts'
import { createDirectory } from './api/directory.ts'
import { createIdempotency } from './api/idempotency.ts'
import type { Metrics } from './api/metrics.ts'
import type { Outcome } from './api/outcome.ts'
import { createReadiness } from './api/readiness.ts'
import type { DesktopsApi, EnvironmentsApi, VpnApi } from './api/seams.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { socketPath } from './desktop/sockets.ts'
import { hasNul, nulRefusal, refuseNul } from './http/nul.ts'
import type { Identity } from './identity/identity.ts'
import { mountPath } from './identity/provider-options.ts'
import type { Limits } from './limits/limits.ts'
import type { LiveEvent } from './live-event.ts'
import type { Log } from './log.ts'
import { createScores } from './scores/scores.ts'
import type { Secrets } from './secret.ts'
import { createSite, type Site } from './site/site.ts'

export interface PlatformOptions {
  database: Database
  /** For its space, and whether it can be written to. */
  dataFolder: string
  bus: Bus
  event: LiveEvent
  identity: Identity
  environments: EnvironmentsApi
  desktops?: DesktopsApi | null
  vpn?: VpnApi | null
  clock: Clock
  log: Log
  /** Where participants find it, without a slash at its end. */
  origin: string
  /** Other origins that serve the app. */
  corsOrigins?: readonly string[]
  secrets: Secrets
  limits: Limits
  metrics: Metrics
  /** The client's address, as far as it is known. */
  addressOf: (request: IncomingMessage) => string
  /** The built app; absent: only the calls are answered. */
  siteFolder?: string
  /** As in `Options`. */
  sentryDsn?: string | null
  /** Parse every answer by the contract before it is given, as tests do. */
  checkAnswers?: boolean
}

export interface Platform {
  /** Answers all but the identity provider, which needs a socket. */
  fetch(request: Request, connection?: { address?: string }): Promise<Response>
  /** Answers everything, as the listener of a node:http server. */
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Does not close what it was given. */
  close(): Promise<void>
}

const sweepEvery = 10 * 60_000

/** The platform as a function from Request to Response, on parts that are made elsewhere. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, bus, event, identity, clock, log, origin, secrets, limits } = options
  const scores = await createScores({ database, event, bus })
  const directory = createDirectory({ database, event, identity, clock, bus })
  const idempotency = createIdempotency({ database, clock, secret: secrets.idempotency })
  await idempotency.sweep(database.kind === 'pglite')

  const api = createApi({
    services: {
      database,
      event,
      environments: options.environments,
      desktops: options.desktops ?? null,
      vpn: options.vpn ?? null,
      clock,
      log,
      directory,
      scores,
      limits,
      secrets,
    },
    identity,
    idempotency,
    checkAnswers: options.checkAnswers ?? false,
    corsOrigins: options.corsOrigins ?? [],
    metrics: options.metrics,
    readiness: createReadiness(options),
  })
  const site: Site | null = options.siteFolder
    ? await createSite({
        folder: options.siteFolder,
        origin,
        identity,
        sentryDsn: options.sentryDsn ?? null,
      })
    : null

  let stopSweeping = () => {}
  const sweep = () => {
    idempotency.sweep().catch(error => log.error({ err: error }, 'sweeping idempotency keys'))
    limits.sweep().catch(error => log.error({ err: error }, 'sweeping attempts'))
    stopSweeping = clock.after(sweepEvery, sweep)
  }
  stopSweeping = clock.after(sweepEvery, sweep)

  const answer: Platform['fetch'] = async (request, connection) => {
    if (hasNul(request.url)) return responseOf(nulRefusal())
    const { pathname } = new URL(request.url)
    if (pathname === socketPath && options.desktops)
      return options.desktops.explain(ticketOf(request))
    const isCall = /^\/(v1|metrics)(\/|$)/.test(pathname)
    return isCall || !site ? api.fetch(request, connection) : site.fetch(request)
  }
  const listen = getRequestListener((request, { incoming }) =>
    answer(request, { address: options.addressOf(incoming as IncomingMessage) }),
  )

  return {
    fetch: answer,
    listener(request, response) {
      if (refuseNul(request, response)) return
      const isIdentity = request.url === mountPath || request.url?.startsWith(`${mountPath}/`)
      if (isIdentity && identity.handle) identity.handle(request, response)
      else if (!api.direct(request, response)) void listen(request, response)
    },
    async close() {
      stopSweeping()
    },
  }
}

const ticketOf = (request: Request) =>
  /^ticket +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''

const responseOf = ({ status, headers, body }: Outcome) => new Response(body, { status, headers })
