import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { HttpReply } from '../http/message.ts'
import type { Upgrade } from '../http/server.ts'
import type { Log } from '../log.ts'
import type { Admission } from './admission.ts'
import { bridge, closeCodes } from './bridge.ts'
import { forwardUpgrade, isForwarded } from './forward-upgrade.ts'

export const socketPath = '/desktop/socket'
/** The subprotocol. A page names its ticket as the second one, which no log contains. */
const protocol = 'guidon.desktop'
/** The most pages of one desktop at once. Another one closes the oldest. */
const maxPages = 4
/** How long a page may take to answer a close, in milliseconds. */
const closeTimeout = 2000
/** The size of one message of a page, in bytes; noVNC sends at most 10 KB. */
const maxPayload = 256 * 1024

const refusals = { ticketRefused: 401, notRunning: 404 } as const

interface SocketsOptions {
  /** The origin of the desktop's page. */
  origin: string
  admit(ticket: string): Promise<Admission>
  connect(id: string): Promise<Duplex>
  log: Log
}

/** A page's connection to its display; when one ends, so does the other. */
interface Connection {
  page: WebSocket
  display: Duplex
  /** The grant of the sign-in that opened it. */
  grantId: string | null
}

/** The WebSockets of all desktops. */
export function createSockets({ origin, admit, connect, log }: SocketsOptions) {
  const connections = new Map<string, Set<Connection>>()
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: offered => (offered.has(protocol) ? protocol : false),
    // The types of ws do not have this option yet.
    ...{ closeTimeout },
  })

  function welcome(page: WebSocket, display: Duplex, id: string, grantId: string | null) {
    page.on('error', () => page.terminate())
    const connection = { page, display, grantId }
    const open = connections.get(id) ?? new Set()
    connections.set(id, open.add(connection))
    display.once('close', () => {
      open.delete(connection)
      if (open.size === 0 && connections.get(id) === open) connections.delete(id)
    })
    bridge(page, display)
    const [oldest] = open
    if (!oldest || open.size <= maxPages) return
    // Do not wait until it is closed: the next page would close the same one again.
    open.delete(oldest)
    oldest.display.destroy()
  }

  async function route({ request, socket, head, refuse }: Upgrade): Promise<void> {
    if (isOfAnotherOrigin(request, origin)) return refuse(403)
    const found = await admit(ticketOf(request))
    if (typeof found === 'string') return refuse(refusals[found])
    if ('id' in found) {
      const { id, grantId } = found
      const display = await connect(id).catch(error => {
        log.warn({ desktop: id, err: error }, 'a desktop cannot be reached')
        return null
      })
      if (!display) return refuse(refusals.notRunning)
      display.on('error', () => display.destroy())
      // Meanwhile the page may have left, or the desktop may have ended.
      if (socket.destroyed) return void display.destroy()
      socket.once('close', () => display.destroy())
      server.handleUpgrade(request, socket, head, page => welcome(page, display, id, grantId))
    }
    // Two replicas that each believe the other is the owner would forward it for ever.
    else if (isForwarded(request)) refuse(refusals.notRunning)
    else forwardUpgrade({ request, socket, head, refuse }, found.url)
  }

  return {
    takesUpgrade: ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] === socketPath,
    upgrade(upgrade: Upgrade): void {
      route(upgrade).catch(error => {
        log.warn({ err: error }, "a desktop's connection could not be opened")
        upgrade.socket.destroy()
      })
    },
    /** A page cannot read why its WebSocket was refused: this call answers with the reason. */
    async explain(ticket: string): Promise<HttpReply> {
      const found = await admit(ticket)
      const status = typeof found === 'string' ? refusals[found] : 426
      return { status, headers: { 'cache-control': 'no-store' }, body: null }
    },
    /** Closes the pages of a desktop that has ended. */
    dismiss(id: string) {
      for (const { display } of connections.get(id) ?? []) display.destroy()
      connections.delete(id)
    },
    /** Closes the pages that a sign-in opened, on all desktops. */
    dismissGrant(grantId: string) {
      for (const connection of [...connections.values()].flatMap(open => [...open])) {
        if (connection.grantId !== grantId) continue
        connection.page.close(closeCodes.ticketRefused)
        connection.display.destroy()
      }
    },
    close() {
      for (const page of server.clients) page.terminate()
      server.close()
    },
  }
}

const ticketOf = ({ headers }: IncomingMessage) =>
  (headers['sec-websocket-protocol'] ?? '').split(/,\s*/)[1] ?? ''

/** Only browsers send an origin, and only browsers can be misused by another page. */
const isOfAnotherOrigin = ({ headers }: IncomingMessage, own: string) =>
  headers.origin !== undefined && headers.origin !== own
