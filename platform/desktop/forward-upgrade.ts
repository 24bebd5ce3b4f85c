import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Upgrade } from '../http/server.ts'

/** A header of a request that a replica has forwarded: it is not forwarded again. */
export const forwardedHeader = 'x-guidon-replica'

export const isForwarded = (request: IncomingMessage): boolean => forwardedHeader in request.headers

/**
 * Forwards an upgrade to another replica as it came, and joins the two connections.
 *
 * @param url of the other, like `http://10.0.0.5:8080`
 */
export function forwardUpgradeToReplica(
  { request, socket, head, refuse }: Upgrade,
  url: string,
): void {
  // The client has left already: no close would come that ends the connection to the other replica.
  if (socket.destroyed) return
  const { hostname, port } = new URL(url)
  const onward = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
  onward.setNoDelay(true).setKeepAlive(true, 30_000)
  const { rawHeaders } = request
  const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : `${name}: ${rawHeaders[at + 1]}`))
  onward.write(
    [`GET ${request.url} HTTP/1.1`, ...lines, `${forwardedHeader}: 1`, '', ''].join('\r\n'),
    'latin1',
  )
  onward.write(head)
  onward.once('error', () => (onward.bytesRead === 0 ? refuse(503) : socket.destroy()))
  onward.once('connect', () => {
    request.socket.setTimeout(0)
    onward.pipe(socket).pipe(onward)
    onward.once('close', () => socket.destroy())
  })
  socket.once('close', () => onward.destroy())
}
