import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, Hono } from 'hono'
import { type CallName, calls } from '../../src/api/contract.ts'
import { isUnstorable } from '../database/errors.ts'
import { isUnavailable } from '../database/outage.ts'
import { Refusal } from '../refusal.ts'
import type { Answered } from './answered.ts'
import { allowOrigins } from './cors.ts'
import { createDirect } from './direct.ts'
import { downloadFiles, filesPath } from './files.ts'
import type { Metrics } from './metrics.ts'
import { openApi } from './open-api.ts'
import { failure, type Outcome, refusal } from './outcome.ts'
import { type Readiness, readinessPath } from './readiness.ts'
import { type Reply, replyTo } from './reply.ts'
import { type CallNeeds, runCall } from './run-call.ts'

export interface ApiOptions extends CallNeeds {
  /** Origins of pages that may call, beside our own. */
  corsOrigins: readonly string[]
  metrics: Metrics
  readiness: Readiness
}

/** What the server knows beside the Request. */
export interface Connection {
  address?: string
}

export interface Api {
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** Answers as `fetch` does, for less. False: it is none of the requests that it knows. */
  direct(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

type Env = { Bindings: Connection; Variables: { call: string; userId: string } }

/** `/v1` and `/metrics`: a route for each call of the contract. */
export function createApi(options: ApiOptions): Api {
  const { services, metrics } = options
  const { log, clock } = services
  const app = new Hono<Env>({ strict: false })

  /** Writes it down. Returns the headers that every answer has. */
  const finish = ({ givenId = '', method, path, call, userId, status, begun }: Answered) => {
    const id = /^[\w-]{1,64}$/.test(givenId) ? givenId : randomUUID()
    const ms = performance.now() - begun
    metrics.observe(call, status, ms)
    const level = status >= 500 ? 'error' : method === 'GET' ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      log[level]({ id, method, path, call, user: userId, status, ms: Math.round(ms) }, 'request')
    // The event's time, by which every page of it counts.
    return { 'x-request-id': id, date: new Date(clock.now()).toUTCString() }
  }

  app.use(async (context, next) => {
    const begun = performance.now()
    await next()
    const { method, path } = context.req
    const headers = finish({
      ...{ givenId: context.req.header('x-request-id'), method, path, begun },
      ...{ call: context.get('call') ?? 'none', userId: context.get('userId') },
      status: context.res.status,
    })
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value)
  })
  app.use(allowOrigins(options.corsOrigins))

  const reply = async (context: Context<Env>, outcome: Outcome) => {
    const { method } = context.req
    const header = (name: string) => context.req.header(name)
    return responseOf(await replyTo({ method, header }, outcome))
  }
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path } = calls[name]
    // Without a slash at its end, a route is taken with one as well.
    const route = path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
    app.on(method, route, async context => {
      context.set('call', name)
      const { pathname, search } = new URL(context.req.url)
      const outcome = await runCall(
        name,
        {
          header: header => context.req.header(header),
          address: addressOf(context),
          path: pathname + search,
          params: { ...context.req.query(), ...context.req.param() },
          body: context.req.raw.body,
          onMember: userId => context.set('userId', userId),
        },
        options,
      )
      return reply(context, outcome)
    })
  }
  app.get(`${filesPath}/*`, context => downloadFiles(services, new URL(context.req.url)))
  app.get('/v1/openapi.json', async context => reply(context, openApi()))
  app.get(readinessPath, async context => {
    const mayReadNumbers = metrics.mayRead(context.req.raw, addressOf(context))
    return reply(context, await options.readiness.answer(mayReadNumbers))
  })
  app.get('/metrics', context => metrics.respond(context.req.raw, addressOf(context)))

  app.notFound(context => reply(context, failure('NOT_FOUND', 'there is no such call')))
  app.onError((error, context) => reply(context, outcomeOf(error)))
  return {
    fetch: async (request, connection) => app.fetch(request, connection),
    direct: createDirect({ options, finish, outcomeOf }),
  }

  function outcomeOf(error: unknown): Outcome {
    if (error instanceof Refusal) return refusal(error)
    if (isUnstorable(error))
      return failure('VALIDATION_FAILED', 'the request holds a character that cannot be stored')
    log.error({ err: error }, 'a call failed')
    if (isUnavailable(error)) {
      const soon = { status: 503, headers: { 'retry-after': '2' } }
      return failure('UNKNOWN', 'the database does not answer: try again', soon)
    }
    return failure('UNKNOWN', 'the platform failed to answer; its log says why')
  }
}

const addressOf = (context: Context<Env>) => context.env?.address ?? 'local'

const responseOf = ({ body, status, headers }: Reply) => new Response(body, { status, headers })
