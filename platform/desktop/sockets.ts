import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Log } from '../log.ts'
import { bridge, closeCodes } from './bridge.ts'
import { forward, isForwarded } from './forward.ts'

export const socketPath = '/desktop/socket'
/** The subprotocol; the second one that a page names is its ticket, which so stays out of logs. */
const protocol = 'guidon.desktop'
/** Pages of one desktop at once; the oldest is closed for the newest. */
const maxPages = 4

interface Options {
  /** The desktop that a ticket opens now: 'refused', 'notRunning' or its id. */
  admit(ticket: string): { id: string } | 'ticketRefused' | 'notRunning'
  connect(id: string): Socket
  /** The address of the replica whose desktop a ticket opens; null: ours, or nobody's. */
  elsewhere(ticket: string): Promise<string | null>
  log: Log
}

/** The WebSocket side of all desktops. */
export function createSockets({ admit, connect, elsewhere, log }: Options) {
  const pages = new Map<string, Set<WebSocket>>()
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 16 * 2 ** 20,
    handleProtocols: offered => (offered.has(protocol) ? protocol : false),
  })

  function welcome(page: WebSocket, ticket: string) {
    const found = admit(ticket)
    // Closed after the handshake, for a page cannot read why a handshake failed.
    if (typeof found === 'string') return page.close(closeCodes[found])
    const open = pages.get(found.id) ?? new Set()
    pages.set(found.id, open.add(page))
    page.once('close', () => open.delete(page))
    const [oldest] = open
    if (open.size > maxPages) oldest?.close(closeCodes.ended)
    bridge(page, connect(found.id))
  }

  async function route(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    ticket: string,
    here: () => void,
  ) {
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    try {
      const url = await elsewhere(ticket)
      if (url) forward(request, socket, head, url)
      else here()
    } catch (error) {
      log.warn({ err: error }, "a desktop's replica could not be looked up")
      giveUp()
    }
  }

  return {
    /** Takes an upgrade of ours; false: it is not ours. */
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname !== socketPath) return false
      const [, ticket = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/)
      const here = () => server.handleUpgrade(request, socket, head, page => welcome(page, ticket))
      if (isForwarded(request)) here()
      else void route(request, socket, head, ticket, here)
      return true
    },
    /** Closes the pages of a desktop that is over. */
    dismiss(id: string) {
      for (const page of pages.get(id) ?? []) page.close(closeCodes.ended)
      pages.delete(id)
    },
    close() {
      for (const page of server.clients) page.terminate()
      server.close()
    },
  }
}
