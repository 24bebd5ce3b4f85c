import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** On a request that a replica passes on: it is not passed on again. */
const passedOn = 'x-guidon-replica'

export const isForwarded = (request: IncomingMessage): boolean => passedOn in request.headers

/**
 * Passes an upgrade on to another replica as it came, and joins the two lines.
 *
 * @param url of the other, like `http://10.0.0.5:8080`
 */
export function forward(request: IncomingMessage, socket: Duplex, head: Buffer, url: string): void {
  const { hostname, port } = new URL(url)
  const onward = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) })
  onward.setNoDelay(true).setKeepAlive(true, 30_000)
  const { rawHeaders } = request
  const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : `${name}: ${rawHeaders[at + 1]}`))
  onward.write(
    [`GET ${request.url} HTTP/1.1`, ...lines, `${passedOn}: 1`, '', ''].join('\r\n'),
    'latin1',
  )
  onward.write(head)
  onward.pipe(socket).pipe(onward)
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}
