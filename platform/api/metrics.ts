import { isIP } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Capacity } from '../capacity/capacity.ts'
import { isLoopback, withoutBrackets } from '../http/addresses.ts'
import { credentialsOf, type HttpReply, type HttpRequest } from '../http/message.ts'
import { Refusal } from '../refusal.ts'
import { isSameSecret } from '../secret.ts'
import type { UncaughtErrors } from '../uncaught-errors.ts'

export interface Metrics {
  /** @param ms how long the answer took */
  observe(call: string, status: number, ms: number): void
  /** @param challenge like `web/shop` */
  observeStart(challenge: string, outcome: 'started' | 'failed'): void
  /** @param capacities by what they are for, like `environments` */
  watchCapacities(capacities: Record<string, Capacity>): void
  watchStreams(streams: { readonly count: number }): void
  /** Whether a client may read figures of this host. It needs the token, or has to run on the host itself. */
  mayRead(request: HttpRequest): boolean
  /** @throws Refusal without the token, even for a client of this host */
  requireToken(request: HttpRequest): void
  /**
   * In Prometheus' text format.
   *
   * @throws Refusal for a client that may not read it
   */
  answer(request: HttpRequest): Promise<HttpReply>
}

export interface MetricsOptions {
  /** Adds memory, processor time and delays of this process. */
  ofProcess: boolean
  /** A bearer token that allows reading; null: there is none. */
  token: string | null
  /** Programs of this host may read without a token. Off behind a proxy, because the proxy may run here. */
  isOpenToThisHost: boolean
  /** Null if they are not counted. */
  failures: UncaughtErrors | null
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { ofProcess, token, isOpenToThisHost, failures } = options
  const registry = new Registry()
  const duration = new Histogram({
    name: 'guidon_request_duration_seconds',
    help: 'Time to answer, by call of the contract and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  const starts = new Counter({
    name: 'guidon_environment_starts_total',
    help: 'Environments that came up, or did not: the log says why',
    labelNames: ['challenge', 'outcome'],
    registers: [registry],
  })
  new Counter({
    name: 'guidon_unhandled_rejections_total',
    help: 'Rejected promises that nobody caught: the log has their stacks',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(failures?.rejections ?? 0)
    },
  })
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: 'guidon_' })
  return {
    observe: (call, status, ms) => duration.observe({ call, status }, ms / 1000),
    observeStart: (challenge, outcome) => starts.inc({ challenge, outcome }),
    watchCapacities(capacities) {
      const mebibyte = 2 ** 20
      const gauge = (name: string, help: string, measure: (capacity: Capacity) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['of'],
          registers: [registry],
          collect() {
            for (const [part, capacity] of Object.entries(capacities))
              this.set({ of: part }, measure(capacity))
          },
        })
      gauge('guidon_capacity_bytes', 'Memory that all of these may hold together', one =>
        one.megabytes === null ? Number.POSITIVE_INFINITY : one.megabytes * mebibyte,
      )
      gauge(
        'guidon_capacity_used_bytes',
        'Memory that those which run may hold',
        one => one.used() * mebibyte,
      )
      gauge('guidon_queue_length', 'Starts that wait for room', one => one.waiting())
    },
    watchStreams(streams) {
      new Gauge({
        name: 'guidon_live_streams',
        help: 'Open live streams',
        registers: [registry],
        collect() {
          this.set(streams.count)
        },
      })
    },
    mayRead,
    requireToken(request) {
      if (!hasToken(request))
        throw new Refusal('NOT_AUTHORIZED', 'this needs the token of --metrics-token')
    },
    async answer(request) {
      if (!mayRead(request))
        throw new Refusal(
          'NOT_AUTHORIZED',
          'metrics need the token that the platform was given with --metrics-token',
        )
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' }
      return { status: 200, headers, body: await registry.metrics() }
    },
  }

  function hasToken(request: HttpRequest): boolean {
    const given = credentialsOf(request, 'bearer')
    return token !== null && given !== undefined && isSameSecret(given, token)
  }

  function mayRead(request: HttpRequest): boolean {
    if (hasToken(request)) return true
    // A request with a host name may come from a browser of this host that any page sent here (DNS
    // rebinding).
    const { hostname } = request.url
    const isByAddress = hostname === 'localhost' || isIP(withoutBrackets(hostname)) !== 0
    const isPassedOn = request.header('x-forwarded-for') !== undefined
    return isOpenToThisHost && isLoopback(request.address) && isByAddress && !isPassedOn
  }
}
