import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type CallName, calls } from '../../src/api/contract.ts'
import { Refusal } from '../refusal.ts'
import { allowOrigins } from './cors.ts'
import { downloadFiles, filesPath } from './files.ts'
import type { Metrics } from './metrics.ts'
import { openApi } from './open-api.ts'
import { failure, type Outcome, refusal } from './outcome.ts'
import { respond } from './respond.ts'
import { type CallNeeds, runCall } from './run-call.ts'

export interface ApiOptions extends CallNeeds {
  /** Origins of pages that may call, beside our own. */
  corsOrigins: readonly string[]
  metrics: Metrics
}

/** What the server knows beside the Request. */
export interface Connection {
  address?: string
}

type Env = { Bindings: Connection; Variables: { call: string; userId: string } }

/** `/v1` and `/metrics`: a route for each call of the contract. */
export function createApi(options: ApiOptions): Hono<Env> {
  const { services, metrics } = options
  const { log, clock } = services
  const app = new Hono<Env>({ strict: false })

  app.use(async (context, next) => {
    const start = performance.now()
    const given = context.req.header('x-request-id') ?? ''
    const id = /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
    await next()
    const { status } = context.res
    context.res.headers.set('x-request-id', id)
    // The event's time, by which every page of it counts.
    context.res.headers.set('date', new Date(clock.now()).toUTCString())
    const ms = performance.now() - start
    const call = context.get('call') ?? 'none'
    metrics.observe(call, status, ms)
    const { method, path } = context.req
    const line = { id, method, path, call, user: context.get('userId'), status, ms: Math.round(ms) }
    log[status >= 500 ? 'error' : method === 'GET' ? 'debug' : 'info'](line, 'request')
  })
  app.use(allowOrigins(options.corsOrigins))

  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path } = calls[name]
    // Without a slash at its end, a route is taken with one as well.
    const route = path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
    app.on(method, route, async context => {
      context.set('call', name)
      const params = { ...context.req.query(), ...context.req.param() }
      const onMember = (userId: string) => context.set('userId', userId)
      const asked = { request: context.req.raw, params, address: addressOf(context), onMember }
      return respond(context.req.raw, await runCall(name, asked, options))
    })
  }
  app.get(`${filesPath}/*`, context => downloadFiles(services, new URL(context.req.url)))
  app.get('/v1/openapi.json', async context => respond(context.req.raw, openApi()))
  app.get('/metrics', context => metrics.respond(context.req.raw, addressOf(context)))

  app.notFound(context => respond(context.req.raw, failure('NOT_FOUND', 'there is no such call')))
  app.onError((error, context) => respond(context.req.raw, outcomeOf(error)))
  return app

  function outcomeOf(error: unknown): Outcome {
    if (error instanceof Refusal) return refusal(error)
    log.error({ err: error }, 'a call failed')
    return failure('UNKNOWN', 'the platform failed to answer; its log says why')
  }
}

const addressOf = (context: Context<Env>) => context.env?.address ?? 'local'
