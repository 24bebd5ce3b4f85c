import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isHttp2 } from '../../http/tls.ts'

/** They concern one connection (RFC 9110, 7.6.1), and `expect` the platform has answered itself. */
const ofOneConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'expect'],
])

/** Headers that an environment may not send, because browsers apply them beyond its own host name. */
const refusedInAnswers = new Set(['clear-site-data', 'alt-svc'])

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map(name => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !name.startsWith(':') && !ofOneConnection.has(name) && !named.includes(name.toLowerCase()),
    ),
  )
}

/** What the platform sends an environment about a client. It replaces what the client itself claims. */
export interface Forwarded {
  for: string
  host: string
  proto: string
}

export function requestHeaders(
  incoming: IncomingMessage,
  forwarded: Forwarded,
): OutgoingHttpHeaders {
  const { forwarded: _, ...headers } = endToEnd(incoming.headers)
  return {
    ...headers,
    host: incoming.headers.host,
    'x-forwarded-for': forwarded.for,
    'x-forwarded-host': forwarded.host,
    'x-forwarded-proto': forwarded.proto,
  }
}

/** A cookie without a domain belongs to the one host that set it. */
const withoutDomain = (cookie: string) => cookie.replace(/;\s*domain\s*=[^;]*/gi, '')

export function answerHeaders(answer: IncomingMessage): OutgoingHttpHeaders {
  const headers = endToEnd(answer.headers)
  const cookies = answer.headers['set-cookie']
  if (cookies) headers['set-cookie'] = cookies.map(withoutDomain)
  for (const name of refusedInAnswers) delete headers[name]
  return headers
}

/**
 * How the body of a request is delimited when it is sent on: the same way as it came.
 *
 * @returns null: in a way that an environment could read otherwise than the platform
 */
export function bodyHeaders(incoming: IncomingMessage): OutgoingHttpHeaders | null {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  const chunked = { 'transfer-encoding': 'chunked' }
  if (length !== undefined) return coding === undefined ? { 'content-length': length } : null
  if (isHttp2(incoming)) return incoming.stream.endAfterHeaders ? {} : chunked
  if (coding === undefined) return {}
  return coding.trim().toLowerCase() === 'chunked' ? chunked : null
}
