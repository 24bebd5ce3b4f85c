import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Http2SecureServer } from 'node:http2'

/** All in milliseconds. */
export interface Timeouts {
  headers: number
  request: number
  silence: number
  keepAlive: number
  check: number
}

export interface NodeServerOptions {
  timeouts: Timeouts
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Whether an upgrade is accepted; every other one is answered as a request without upgrade. */
  takesUpgrade(request: IncomingMessage): boolean
}

export interface NodeServer {
  server: Server | Http2SecureServer
  /** Cuts the connections of all requests. Upgraded ones stay. */
  cutRequests(): void
}

/** A server that speaks HTTP/1.1 without TLS. */
export function createPlainServer(options: NodeServerOptions): NodeServer {
  const { timeouts, listener, takesUpgrade } = options
  const server = createServer(
    { ...limitsOf(timeouts), shouldUpgradeCallback: takesUpgrade },
    listener,
  )
  server.setTimeout(timeouts.silence)
  return { server, cutRequests: () => server.closeAllConnections() }
}

/** Node's names of the limits on a request by HTTP/1.1. */
export function limitsOf({ headers, request, keepAlive, check }: Timeouts) {
  return {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: check,
  }
}
