import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { withoutBrackets } from '../http/addresses.ts'
import type { Upgrade } from '../http/server.ts'

/** A header of a request that a replica has forwarded: it is not forwarded again. */
export const forwardedHeader = 'x-guidon-replica'

export const isForwarded = (request: IncomingMessage): boolean => forwardedHeader in request.headers

interface ForwardLimits {
  /** How long connecting may take, in ms: nothing answers for a host that is gone. Default 5000. */
  connectMs?: number
  /** How long the other replica may take to answer then, in ms. Default 20000: it may wait for the database. */
  answerMs?: number
}

/**
 * Forwards an upgrade to another replica as it came, and joins the two connections. Refuses with 503 if no answer comes.
 *
 * @param url of the other, like `http://10.0.0.5:8080`
 */
export function forwardUpgradeToReplica(
  { request, socket, head, refuse }: Upgrade,
  url: string,
  { connectMs = 5000, answerMs = 20_000 }: ForwardLimits = {},
): void {
  // The client has left already: no close would come that ends the connection to the other replica.
  if (socket.destroyed) return
  const { hostname, port } = new URL(url)
  const onward = connect({ host: withoutBrackets(hostname), port: Number(port || 80) })
  onward.setNoDelay(true).setKeepAlive(true, 30_000)
  const { rawHeaders } = request
  const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : `${name}: ${rawHeaders[at + 1]}`))
  onward.write(
    [`GET ${request.url} HTTP/1.1`, ...lines, `${forwardedHeader}: 1`, '', ''].join('\r\n'),
    'latin1',
  )
  onward.write(head)
  let late = setTimeout(() => onward.destroy(), connectMs)
  onward.once('connect', () => {
    clearTimeout(late)
    late = setTimeout(() => onward.destroy(), answerMs)
    request.socket.setTimeout(0)
    onward.pipe(socket).pipe(onward)
    onward.once('data', () => clearTimeout(late))
  })
  // Its close follows.
  onward.on('error', () => {})
  onward.once('close', () => {
    clearTimeout(late)
    if (onward.bytesRead === 0) refuse(503)
    else socket.destroy()
  })
  socket.once('close', () => onward.destroy())
}
