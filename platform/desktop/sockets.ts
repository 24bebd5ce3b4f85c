import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Upgrade } from '../http/server.ts'
import type { Log } from '../log.ts'
import { bridge, closeCodes } from './bridge.ts'
import { forward, isForwarded } from './forward-upgrade.ts'

export const socketPath = '/desktop/socket'
/** The subprotocol; the second one that a page names is its ticket, which so stays out of logs. */
const protocol = 'guidon.desktop'
/** Pages of one desktop at once; the oldest is closed for the newest. */
const maxPages = 4
/** How long a page that is told to close may take for it, in milliseconds. */
const closeTimeout = 2000
/** Of one message of a page, in bytes; noVNC sends at most 10 KB. */
const maxPayload = 256 * 1024

/** What a ticket leads to: a desktop here, one of another replica, or nothing. */
export type Admission =
  | { id: string; grantId: string | null }
  | { url: string }
  | 'ticketRefused'
  | 'notRunning'

const refusals = { ticketRefused: 401, notRunning: 404 } as const

interface Options {
  /** Where the desktops' page comes from. */
  origin: string
  admit(ticket: string): Promise<Admission>
  connect(id: string): Socket
  log: Log
}

/** A page's connection to its display; when one ends, so does the other. */
interface Line {
  page: WebSocket
  display: Socket
  /** Of the sign-in that opened it. */
  grantId: string | null
}

/** The WebSocket side of all desktops. */
export function createSockets({ origin, admit, connect, log }: Options) {
  const lines = new Map<string, Set<Line>>()
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: offered => (offered.has(protocol) ? protocol : false),
    // Its types do not know it yet.
    ...{ closeTimeout },
  })

  function welcome(page: WebSocket, id: string, grantId: string | null) {
    page.on('error', () => page.terminate())
    const display = connect(id)
    const line = { page, display, grantId }
    const open = lines.get(id) ?? new Set()
    lines.set(id, open.add(line))
    display.once('close', () => {
      open.delete(line)
      if (open.size === 0 && lines.get(id) === open) lines.delete(id)
    })
    bridge(page, display)
    const [oldest] = open
    if (!oldest || open.size <= maxPages) return
    // Not when it has closed: until then, the next ones would find it in its place.
    open.delete(oldest)
    oldest.display.destroy()
  }

  async function route({ request, socket, head, refuse }: Upgrade): Promise<void> {
    if (isOfAnotherOrigin(request, origin)) return refuse(403)
    const found = await admit(ticketOf(request))
    if (typeof found === 'string') return refuse(refusals[found])
    if ('id' in found) {
      const { id, grantId } = found
      server.handleUpgrade(request, socket, head, page => welcome(page, id, grantId))
    }
    // Two replicas that each take the other for the owner would pass it on for ever.
    else if (isForwarded(request)) refuse(refusals.notRunning)
    else forward({ request, socket, head, refuse }, found.url)
  }

  return {
    takesUpgrade: ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] === socketPath,
    upgrade(upgrade: Upgrade): void {
      route(upgrade).catch(error => {
        log.warn({ err: error }, "a desktop's line could not be opened")
        upgrade.socket.destroy()
      })
    },
    /** Tells a page, which cannot read why its WebSocket was refused. */
    async explain(ticket: string): Promise<Response> {
      const found = await admit(ticket)
      const status = typeof found === 'string' ? refusals[found] : 426
      return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
    },
    /** Closes the pages of a desktop that is over. */
    dismiss(id: string) {
      for (const { display } of lines.get(id) ?? []) display.destroy()
      lines.delete(id)
    },
    /** Closes the pages that a sign-in opened, on whichever desktop. */
    dismissGrant(grantId: string) {
      for (const line of [...lines.values()].flatMap(open => [...open])) {
        if (line.grantId !== grantId) continue
        line.page.close(closeCodes.ticketRefused)
        line.display.destroy()
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

/** Only browsers name an origin, and only they carry what a user has to where another page wants it. */
const isOfAnotherOrigin = ({ headers }: IncomingMessage, own: string) =>
  headers.origin !== undefined && headers.origin !== own
