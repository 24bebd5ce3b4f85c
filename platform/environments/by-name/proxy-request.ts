import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import type { Target } from '../driver.ts'
import { answerHeaders, bodyHeaders } from './headers.ts'
import type { RefusalStatus } from './refusal-texts.ts'

export interface Onward {
  target: Target
  headers: OutgoingHttpHeaders
}

/** The largest body of a request, in bytes. */
const maxBody = 100 * 2 ** 20
/** How long an environment may take to begin its answer, in milliseconds. */
export const answerMs = 60_000
/** How long it may pause in its answer, in milliseconds. */
const silenceMs = 120_000

/**
 * Sends a request on, and its answer back, both as streams. Each request has a connection of its own. So nothing
 * that one client sends can become the beginning of another client's request.
 *
 * @param refuse called once if there is no answer, before anything was sent
 */
export function proxyRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, headers }: Onward,
  refuse: (status: RefusalStatus, error?: Error) => void,
) {
  const framing = bodyHeaders(incoming)
  const { method, url: path = '' } = incoming
  if (!framing || !path.startsWith('/')) return refuse(400)
  if (Number(framing['content-length'] ?? 0) > maxBody) return refuse(413)

  let refused = false
  let answered = false
  const giveUp = (status: RefusalStatus, error?: Error) => {
    onward.destroy()
    if (outgoing.headersSent) outgoing.destroy()
    else if (!refused && !outgoing.destroyed) refuse(status, error)
    refused = true
  }
  const onward = request({
    ...target,
    method,
    path,
    agent: false,
    setHost: false,
    timeout: answerMs,
    headers: { ...headers, ...framing, connection: 'close' },
  })
  onward.on('timeout', () => giveUp(504))
  // A service may answer, and close, before it has read all of the body.
  onward.on('error', error => answered || giveUp(502, error))
  // The client asked for no other protocol. Without this, Node would close the connection and say nothing.
  onward.on('upgrade', (_answer, socket) => {
    socket.destroy()
    giveUp(502)
  })
  onward.on('close', () => incoming.unpipe(onward).resume())
  onward.on('response', answer => {
    answered = true
    onward.setTimeout(silenceMs)
    try {
      outgoing.writeHead(answer.statusCode ?? 502, answerHeaders(answer))
    } catch (error) {
      // A status or a header that HTTP does not have.
      return giveUp(502, error as Error)
    }
    pipeline(answer, outgoing, error => error && outgoing.destroy())
  })
  outgoing.once('close', () => onward.destroy())

  let length = 0
  incoming.on('data', chunk => {
    length += chunk.length
    if (length > maxBody) giveUp(413)
  })
  incoming.pipe(onward)
}
