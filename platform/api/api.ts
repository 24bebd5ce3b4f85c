import { livePath } from '../../src/api/contract/every-call.ts'
import type { RunningEvent } from '../event/record/running.ts'
import type { AnswerRequest, HttpReply, HttpRequest } from '../http/message.ts'
import type { Live } from '../live/live.ts'
import { refusalReply } from './call-reply.ts'
import { conditionalReply } from './conditional-reply.ts'
import { createCors, preflightReply } from './cors.ts'
import { errorReply } from './error-reply.ts'
import { createCtftimeAnswer, ctftimePath } from './extensions/ctftime.ts'
import { createLogoAnswer, logoPath } from './extensions/event-logo.ts'
import { downloadFiles, filesPath } from './files.ts'
import type { Metrics } from './metrics.ts'
import { openApi } from './open-api.ts'
import { type Readiness, readinessPath } from './readiness.ts'
import { createRequestLog } from './request-log.ts'
import { createRoutes, withoutSlash } from './routes.ts'
import { authenticate, type CallNeeds, runCall } from './run-call.ts'

export interface ApiOptions extends CallNeeds {
  /** Origins of pages that may call the API, besides our own. */
  corsOrigins: readonly string[]
  metrics: Metrics
  readiness: Readiness
  live: Live
  running: () => Promise<RunningEvent>
}

/** Filled in while a request is answered, for the log. */
interface Entry {
  call: string
  userId: string | undefined
}

/** Answers the paths below `/v1`, and `/metrics`. */
export function createApi(options: ApiOptions): AnswerRequest {
  const { services, metrics, readiness } = options
  const { log, clock } = services
  const findCall = createRoutes()
  const corsHeaders = createCors(options.corsOrigins)
  const record = createRequestLog({ metrics, log, clock })

  const others: Record<string, AnswerRequest> = {
    '/v1/openapi.json': async request => conditionalReply(request, openApi()),
    [readinessPath]: async request =>
      conditionalReply(request, await readiness.answer(metrics.mayRead(request))),
    [logoPath]: createLogoAnswer(services.event),
    [ctftimePath]: createCtftimeAnswer(services),
    '/metrics': request => metrics.answer(request),
    [livePath]: async request => {
      const { grantId, expires, resolve } = await authenticate(request, options)
      const { user, account } = await resolve()
      const reader = { userId: user.id, accountId: account?.id ?? null }
      const group = account?.scoreGroup ?? null
      return options.live.answer(request, { ...reader, group, grantId, expires })
    },
    '/v1/organiser/event': async request => {
      metrics.requireToken(request)
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
      return { status: 200, headers, body: JSON.stringify(await options.running()) }
    },
  }

  const route = async (request: HttpRequest, entry: Entry): Promise<HttpReply> => {
    // The server omits the body of a reply to HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (method === 'OPTIONS') return preflightReply()
    const path = request.url.pathname
    const found = findCall(method, path)
    if (found) {
      entry.call = found.name
      const onUser = (userId: string) => {
        entry.userId = userId
      }
      return conditionalReply(request, await runCall({ ...found, request, onUser }, options))
    }
    if (method === 'GET') {
      if (path.startsWith(`${filesPath}/`)) return downloadFiles(services, request)
      const other = others[withoutSlash(path)]
      if (other) return other(request)
    }
    return conditionalReply(request, refusalReply('NOT_FOUND', 'there is no such call'))
  }

  return async request => {
    const begun = performance.now()
    const entry: Entry = { call: 'none', userId: undefined }
    const reply = await route(request, entry).catch(error =>
      conditionalReply(request, errorReply(error, log)),
    )
    const { status, body } = reply
    const own = record({ ...entry, request, status, begun })
    return { status, headers: { ...reply.headers, ...corsHeaders(request, reply), ...own }, body }
  }
}
