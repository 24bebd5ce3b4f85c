import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderedPagePath } from '../src/api/rendering.ts'
import { createApi } from './api/api.ts'
import { refusalReply } from './api/call-reply.ts'
import { createDirectory } from './api/directory.ts'
import { createIdempotency } from './api/idempotency.ts'
import type { Metrics } from './api/metrics.ts'
import type { DesktopsApi, EnvironmentsApi, VpnApi } from './api/part-interfaces.ts'
import { createReadiness } from './api/readiness.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { ChangingEvent } from './current-event.ts'
import type { Database } from './database/database.ts'
import { createLostUpgradeWarning } from './desktop/lost-upgrade.ts'
import { socketPath } from './desktop/sockets.ts'
import type { RunningEvent } from './event/record/running.ts'
import { openFilesLimit, readingLimits } from './http/connections.ts'
import { type Fetch, toFetch } from './http/fetch-adapter.ts'
import { type AnswerRequest, credentialsOf, type HttpReply, textReply } from './http/message.ts'
import { toListener } from './http/node-adapter.ts'
import { hasNulInAddress } from './http/nul.ts'
import { mountPath } from './identity/embedded.ts'
import type { Identity } from './identity/identity.ts'
import type { Limits } from './limits/limits.ts'
import { createLive, type Live } from './live/live.ts'
import type { Log } from './log.ts'
import { createScores, type Scores } from './scores/scores.ts'
import type { Secrets } from './secret.ts'
import { createRendering } from './site/rendering/rendering.ts'
import { createSite } from './site/site.ts'

export interface PlatformOptions {
  database: Database
  /** For its space, and whether it can be written to. */
  dataFolder: string
  bus: Bus
  event: ChangingEvent
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
  /** As in `CompositionOptions`. */
  isReachedDirectly?: boolean
  secrets: Secrets
  limits: Limits
  metrics: Metrics
  /** The client's address, as far as it is known. */
  addressOf: (request: IncomingMessage) => string
  /** What runs, for an organiser with the token of the metrics. */
  running: () => Promise<RunningEvent>
  /** The built app; absent: there is only the API. */
  siteFolder?: string
  /** As in `CommandLineOptions`. */
  sentryDsn?: string | null
  /** As in `CommandLineOptions`. Default: true. */
  serviceWorker?: boolean
  /** As in `CommandLineOptions`. Default: true. */
  rendersPages?: boolean
  /** Parse every answer by the contract before it is sent, as tests do. */
  checkAnswers?: boolean
  /** Live streams at once. Default: 20,000. */
  maxStreams?: number
}

export interface Platform {
  /** Answers all but the identity provider, which needs a socket. */
  fetch: Fetch
  /** Answers everything, as the listener of a node:http server. */
  listener(request: IncomingMessage, response: ServerResponse): void
  live: Live
  scores: Scores
  /** Deletes idempotency keys that have expired. */
  sweep(): Promise<void>
  close(): void
}

/** The platform as one function from request to reply; its parts are made in `compose.ts`. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, bus, event, identity, clock, log, origin, secrets, limits } = options
  const scores = await createScores({ database, event, bus, clock })
  const directory = createDirectory({ database, event, identity, clock, bus })
  const idempotency = createIdempotency({ database, clock, secret: secrets.idempotency })
  if (database.kind === 'pglite') await idempotency.forgetPending()
  const { maxStreams = 20_000, corsOrigins = [] } = options
  const live = createLive({ bus, clock, event, identity, scores, directory, maxStreams })
  options.metrics.watchStreams(live)

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
    corsOrigins,
    metrics: options.metrics,
    running: options.running,
    readiness: createReadiness(options),
    live,
  })
  const { siteFolder: folder, rendersPages = true } = options
  const rendering =
    folder && rendersPages ? await createRendering({ folder, ...options, api }) : null
  const site = folder
    ? await createSite({
        folder,
        origin,
        isReachedDirectly: options.isReachedDirectly ?? false,
        corsOrigins,
        identity,
        event: options.event,
        sentryDsn: options.sentryDsn ?? null,
        serviceWorker: options.serviceWorker ?? true,
        rendersPages: rendering !== null,
      })
    : null

  const warnOfLostUpgrade = createLostUpgradeWarning(log)
  const route: AnswerRequest = async request => {
    const { pathname, search } = request.url
    if (hasNulInAddress(pathname + search, request.header('cookie'))) return nulReply()
    if (pathname === socketPath && options.desktops) {
      warnOfLostUpgrade(request)
      return options.desktops.explain(credentialsOf(request, 'ticket') ?? '')
    }
    if (options.desktops?.takesFiles(pathname)) return options.desktops.files(request)
    const isCall = /^\/(v1|metrics)(\/|$)/.test(pathname)
    if (isCall || !site) return api(request)
    if (rendering && pathname === renderedPagePath) return rendering.answer(request, site.config())
    const reply = await site.answer(request)
    if (reply.headers['content-type']?.startsWith('text/html')) rendering?.prepare()
    return reply
  }
  const answer: AnswerRequest = request =>
    route(request).catch(error => {
      log.error({ err: error }, 'a request failed')
      return textReply(500, 'the platform failed to answer; its log says why')
    })
  const listen = toListener({
    answer,
    addressOf: options.addressOf,
    log,
    reading: readingLimits(openFilesLimit()),
  })

  return {
    fetch: toFetch(answer),
    listener(request, response) {
      const { url = '', headers } = request
      const isIdentity = url === mountPath || url.startsWith(`${mountPath}/`)
      const mayHandle = isIdentity && !hasNulInAddress(url, headers.cookie)
      if (mayHandle && identity.handle) identity.handle(request, response)
      else listen(request, response)
    },
    live,
    scores,
    sweep: idempotency.sweep,
    close: () => rendering?.close(),
  }
}

function nulReply(): HttpReply {
  const message = 'the address or a cookie holds a NUL character: leave it out'
  const noStore = { headers: { 'cache-control': 'no-store' } }
  return refusalReply('VALIDATION_FAILED', message, noStore)
}
