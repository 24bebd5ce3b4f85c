import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** @param ms how long the answer took */
  observe(call: string, status: number, ms: number): void
  /** In Prometheus' text format. */
  respond(): Promise<Response>
}

/** @param ofProcess memory, processor time and delays of this process too */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'guidon_request_duration_seconds',
    help: 'Time to answer, by call of the contract and status',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: 'guidon_' })
  return {
    observe: (call, status, ms) => duration.observe({ call, status }, ms / 1000),
    async respond() {
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' }
      return new Response(await registry.metrics(), { headers })
    },
  }
}
