import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { constants } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { plainAddress } from './addresses.ts'
import { type ConnectionLimits, createConnectionCount, createRequestCount } from './connections.ts'
import { createPlainServer, type Timeouts } from './node-server.ts'
import { securityHeaders } from './security-headers.ts'
import { splitTarget } from './split-target.ts'
import { type Certificate, createTlsServer, isHttp2 } from './tls.ts'

/** A request for another protocol. Its socket has a listener for errors. */
export interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  /** Answers with an HTTP status in place of the other protocol. */
  refuse(status: number): void
}

export interface Handlers {
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Whether an upgrade is accepted; every other one is answered as a request without upgrade. */
  takesUpgrade(request: IncomingMessage): boolean
  upgrade(upgrade: Upgrade): void
}

export interface HttpServer {
  readonly port: number
  /** From now on, these handlers answer. Before, every request gets a 503 with Retry-After. */
  serve(handlers: Handlers): void
  /** Takes no more connections. Requests under way get their reply within `graceMs`, or none. */
  drain(graceMs?: number): Promise<void>
  /** Shows this certificate to those who connect from now on. Only for a server that began with one. */
  renew(certificate: Certificate): void
  /** Cuts every connection, upgraded ones too. */
  close(): Promise<void>
}

export interface HttpServerOptions {
  host: string
  /** 0 means a free port. */
  port: number
  /** Participants come by https only. */
  isSecure: boolean
  /** Speak TLS with it, and HTTP/2. Default: plain HTTP/1.1. */
  certificate?: Certificate
  /** Default: as many as the system allows. */
  connections?: ConnectionLimits
  /** Milliseconds. */
  timeouts?: Partial<Timeouts>
}

const defaultTimeouts: Timeouts = {
  /** How long all headers of a request may take, from the connection or the last reply on. */
  headers: 20_000,
  /** How long a whole request may take. */
  request: 45_000,
  /** How long both sides may be silent. */
  silence: 120_000,
  /**
   * How long an idle connection stays open. It is longer than the interval of polls, so pages keep
   * their connection. It is longer than proxies wait (nginx: 60 s), so they never use a closed one.
   */
  keepAlive: 75_000,
  /** How often the limits on headers and requests are checked. */
  check: 2000,
}

/** A browser that opens a page meanwhile asks again. */
const whileStarting = {
  'retry-after': '1',
  refresh: '2',
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
}

/**
 * Requests of one connection that wait for their replies. No browser sends more than one; a client that
 * does could ask for hundreds of replies by a single packet.
 */
const maxUnanswered = 16

/**
 * Listens. Every reply has the headers of `securityHeaders`, and every socket has a listener for its
 * errors.
 *
 * @throws as `listen` of node:net does
 */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const headers = Object.entries(securityHeaders(options.isSecure))
  const sockets = new Set<Socket>()
  const answering = new WeakMap<Duplex, ServerResponse>()
  const unanswered = new WeakMap<Socket, number>()
  const requests = options.connections && createRequestCount(options.connections)
  let handlers: Handlers | null = null
  let underWay = 0
  let whenIdle = () => {}

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    splitTarget(request)
    if (!isHttp2(request)) {
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > maxUnanswered) socket.destroy()
      // The parser still reads to the end of the packet.
      if (socket.destroyed) return
      unanswered.set(socket, count)
      answering.set(socket, response)
    } else if (requests) {
      const close = requests.add(plainAddress(socket.remoteAddress ?? ''))
      // A browser sends it again, because this reason says that nothing was done.
      if (!close) return request.stream.close(constants.NGHTTP2_REFUSED_STREAM)
      response.once('close', close)
    }
    underWay++
    response.once('close', () => {
      underWay--
      if (!isHttp2(request)) unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
      if (underWay === 0) whenIdle()
    })
    for (const [name, value] of headers) response.setHeader(name, value)
    if (hasTwoHosts(request)) response.writeHead(400, { connection: 'close' }).end()
    else if (handlers) handlers.listener(request, response)
    else
      response
        .writeHead(503, whileStarting)
        .end('This site is starting. The page reloads by itself.\n')
  }
  const takesUpgrade = (request: IncomingMessage) => {
    splitTarget(request)
    return handlers?.takesUpgrade(request) ?? false
  }
  const node = { timeouts, listener, takesUpgrade }
  const tls = options.certificate && createTlsServer(options.certificate, node)
  const { server, cutRequests } = tls ?? createPlainServer(node)

  const answer = (socket: Duplex, status: number) => {
    // Within another reply, a client would read it as a part of that.
    if (!socket.writable || isUnderWay(answering.get(socket))) return socket.destroy()
    const lines = [...headers, ['connection', 'close'], ['content-length', '0']]
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    socket.once('finish', () => socket.destroy())
    socket.end(`${head}${lines.map(line => `${line.join(': ')}\r\n`).join('')}\r\n`)
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refuse = (status: number) => void answer(socket, status)
    if (hasTwoHosts(request)) refuse(400)
    else if (handlers) handlers.upgrade({ request, socket, head, refuse })
    else refuse(503)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answer(socket, statusOf[error.code ?? ''] ?? 400)
  })
  const count = options.connections && createConnectionCount(options.connections)
  server.maxConnections = options.connections?.total ?? Number.POSITIVE_INFINITY
  server.on('connection', socket => {
    if (count && !count.admit(socket)) return socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const closed = new Promise<void>(resolve => server.once('close', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    serve(next) {
      handlers = next
    },
    async drain(graceMs = 1000) {
      server.close()
      const idle = new Promise<void>(resolve => {
        whenIdle = resolve
      })
      if (underWay > 0) await Promise.race([idle, delay(graceMs, undefined, { ref: false })])
      cutRequests()
    },
    renew: certificate => tls?.renew(certificate),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const isUnderWay = (response: ServerResponse | undefined) =>
  response?.headersSent === true && !response.writableFinished

/**
 * A proxy may have read the other one.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
