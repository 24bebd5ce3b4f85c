import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { limitsOf, type NodeServer, type NodeServerOptions } from './node-server.ts'

/** Both in PEM. */
export interface Certificate {
  /** The certificate, followed by those that it was issued by. */
  cert: Buffer
  key: Buffer
}

/** How many requests a client may send by HTTP/2 before the first has its reply. */
const maxRequestsAtOnce = 100

/**
 * A server that speaks TLS, with HTTP/2 and HTTP/1.1.
 *
 * @throws Error if certificate and key do not fit together
 */
export function createTlsServer(
  { cert, key }: Certificate,
  { timeouts, listener, takesUpgrade }: NodeServerOptions,
): NodeServer & { renew(next: Certificate): void } {
  const server = createSecureServer({
    cert,
    key,
    allowHTTP1: true,
    handshakeTimeout: timeouts.headers,
    settings: { maxConcurrentStreams: maxRequestsAtOnce },
  })
  server.setTimeout(timeouts.silence)
  // Node takes these as options, too, but its types lack them there.
  Object.assign(server, { ...limitsOf(timeouts), shouldUpgradeCallback: takesUpgrade })
  const sessions = watchSessions(server)
  const sockets = watchSockets(server)
  // It cannot be answered, because TLS has not begun yet.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.on('request', (request, response) => {
    if (isHttp2(request)) prepare(request, response, timeouts.request)
    // The types differ, but now these have all that the platform uses of those of HTTP/1.1.
    listener(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  })
  return {
    server,
    renew: ({ cert, key }) => server.setSecureContext({ cert, key }),
    cutRequests() {
      for (const one of [...sessions, ...sockets]) one.destroy()
    },
  }
}

/** Whether a request came by HTTP/2. Its connection carries others, too, so only its stream may be closed. */
export function isHttp2(
  request: IncomingMessage | Http2ServerRequest,
): request is Http2ServerRequest {
  return request.httpVersionMajor === 2
}

/** Adds what Node has for HTTP/1.1 only: the host, whether a reply is over, and the time that a request may take. */
function prepare(
  { authority, headers, stream }: Http2ServerRequest,
  response: object,
  maxMs: number,
): void {
  headers.host = authority
  Object.defineProperty(response, 'destroyed', { get: () => stream.destroyed })
  waitForNoTrailers(stream)
  // The reply may take longer.
  const timer = setTimeout(() => {
    if (!isWhollySent(stream)) stream.close()
  }, maxMs)
  stream.once('close', () => clearTimeout(timer))
}

/**
 * Node asks each reply for trailers when its body is sent, and ends the process if the stream was destroyed just before.
 * The platform sends none. https://github.com/nodejs/node/issues/41458
 */
function waitForNoTrailers(stream: ServerHttp2Stream): void {
  const respond = stream.respond.bind(stream)
  stream.respond = (headers, options) => respond(headers, { ...options, waitForTrailers: false })
}

/** `complete` of the request says less: it is false for a body, even an empty one, that nobody has read. */
const isWhollySent = ({ state }: ServerHttp2Stream) =>
  state.state === constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE ||
  state.state === constants.NGHTTP2_STREAM_STATE_CLOSED

function watchSessions(server: Http2SecureServer): Set<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', session => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  return sessions
}

/** The connections of HTTP/1.1, without those that have left it for a WebSocket. */
function watchSockets(server: Http2SecureServer): Set<TLSSocket> {
  const sockets = new Set<TLSSocket>()
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (_request, socket) => sockets.delete(socket as TLSSocket))
  return sockets
}
