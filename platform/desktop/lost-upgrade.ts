import type { HttpRequest } from '../http/message.ts'
import type { Log } from '../log.ts'

/**
 * Warns once if the request of a WebSocket came without its header `upgrade`, as proxies pass it on that are not set up
 * for WebSockets. Otherwise, nothing says why no desktop is ever shown. @returns to be called with each plain request
 */
export function createLostUpgradeWarning(log: Log) {
  let isSaid = false
  return ({ header }: Pick<HttpRequest, 'header'>): void => {
    if (isSaid || header('sec-websocket-key') === undefined) return
    isSaid = true
    log.warn(
      'a WebSocket of a desktop came as a plain request: if there is a proxy, it must speak HTTP/1.1 to the platform and pass on the headers Upgrade and Connection, as in deploy/nginx.conf',
    )
  }
}
