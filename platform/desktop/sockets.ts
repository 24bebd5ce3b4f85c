import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { scaleIn } from '../../src/api/contract/desktop/messages.ts'
import type { Clock } from '../clock.ts'
import type { HttpReply } from '../http/message.ts'
import type { Upgrade } from '../http/server.ts'
import type { Log } from '../log.ts'
import type { Admission } from './admission.ts'
import { bridge, closeCodes } from './bridge.ts'
import { createScreens, screenOf } from './display/screens.ts'
import { createSizeLimit } from './display/size-limit.ts'
import { forwardUpgradeToReplica, isForwarded } from './forward-upgrade.ts'
import type { DesktopSound } from './sound/desktop-sound.ts'
import { createSounds } from './sound/sounds.ts'
import type { Watcher } from './tickets.ts'
import { createSharingCommands, notifySharing, type Shareable } from './views/sharing.ts'
import { createViewFilter } from './views/view-filter.ts'

export const socketPath = '/desktop/socket'
/** The subprotocol. A page names its ticket as the second one, which no log contains. */
const protocol = 'guidon.desktop'
/** The most pages of one desktop at once, of its owner and of team mates. Another one closes the oldest of them. */
const maxPages = 4
const maxWatchers = 8
/** How long a page may take to answer a close, in milliseconds. */
const closeTimeout = 2000
/** The size of one message of a page, in bytes; noVNC sends at most 10 KB. */
const maxPayload = 256 * 1024

const refusals = { ticketRefused: 401, notRunning: 404 } as const

interface SocketsOptions {
  /** The origin of the desktop's page. */
  origin: string
  admit(ticket: string, kind: 'page'): Promise<Admission>
  /** A desktop that runs here, by its id. */
  desktopOf(id: string): Shareable | undefined
  /** See `AdmissionOptions`. */
  areTogether(userId: string, other: string): Promise<boolean>
  connect(id: string): Promise<Duplex>
  /** Null: it has none. */
  soundOf(id: string): DesktopSound | null
  clock: Clock
  /** Sets the size of texts, in percent. */
  setScale(id: string, percent: number): void
  log: Log
}

/** A page's connection to its display; when one ends, so does the other. */
interface Connection {
  page: WebSocket
  display: Duplex
  /** The grant of the sign-in that opened it. */
  grantId: string | null
  /** Null: it is a page of the owner. */
  watcher: Watcher | null
  /** The screen that a page of the owner shows. */
  screen: number
}

/** The WebSockets of all desktops. */
export function createSockets(options: SocketsOptions) {
  const { origin, admit, areTogether, connect, desktopOf, setScale, clock, log } = options
  const connections = new Map<string, Set<Connection>>()
  const screens = createScreens(id => connections.get(id) ?? [], clock)
  const sounds = createSounds(options)
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: offered => (offered.has(protocol) ? protocol : false),
    // The types of ws do not have this option yet.
    ...{ closeTimeout },
  })

  function welcome(connection: Connection, id: string) {
    const { page, display, watcher, screen } = connection
    page.on('error', () => page.terminate())
    const open = connections.get(id) ?? new Set()
    connections.set(id, open.add(connection))
    display.once('close', () => {
      open.delete(connection)
      if (open.size === 0 && connections.get(id) === open) connections.delete(id)
      else if (watcher) tell(id)
    })
    if (!watcher) page.once('close', code => screens.left(id, screen, code))
    const takeSharing = createSharingCommands(() => desktopOf(id), page, clock)
    const takeOwnCommand = (text: string) => {
      const percent = scaleIn(text)
      if (percent !== null) setScale(id, percent)
      return percent !== null || takeSharing(text)
    }
    bridge(page, display, {
      filter: watcher ? createViewFilter : createSizeLimit,
      takeCommand: text => sounds.takeCommand(id, page, text) || (!watcher && takeOwnCommand(text)),
    })
    sounds.joined(id, page)
    const alike = [...open].filter(one => (one.watcher === null) === (watcher === null))
    const [oldest] = alike
    if (oldest && alike.length > (watcher ? maxWatchers : maxPages)) {
      // Remove it before it is closed. Otherwise the next page would close the same one again.
      open.delete(oldest)
      oldest.display.destroy()
    }
    if (watcher) tell(id)
    else {
      // A new page does not know yet that it is shared.
      if (desktopOf(id)?.view) tell(id, [connection])
      screens.joined(id)
    }
  }

  /** @param to default: all pages of the owner */
  function tell(id: string, to?: Connection[]) {
    const desktop = desktopOf(id)
    if (desktop) notifySharing(origin, desktop, connections.get(id) ?? [], to)
  }

  function refuse(connection: Connection) {
    connection.page.close(closeCodes.ticketRefused)
    connection.display.destroy()
  }

  async function route({ request, socket, head, refuse }: Upgrade): Promise<void> {
    if (isOfAnotherOrigin(request, origin)) return refuse(403)
    const found = await admit(ticketOf(request), 'page')
    if (typeof found === 'string') return refuse(refusals[found])
    if ('id' in found) {
      const { id, grantId, watcher } = found
      const display = await connect(id).catch(error => {
        log.warn({ desktop: id, err: error }, 'a desktop cannot be reached')
        return null
      })
      if (!display) return refuse(refusals.notRunning)
      display.on('error', () => display.destroy())
      // Meanwhile the page may have left, or the sign-in, the sharing or the desktop may have ended.
      const now = await admit(ticketOf(request), 'page').catch(() => 'notRunning' as const)
      if (socket.destroyed || typeof now === 'string' || !('id' in now) || now.id !== id) {
        display.destroy()
        return refuse(typeof now === 'string' ? refusals[now] : refusals.notRunning)
      }
      socket.once('close', () => display.destroy())
      server.handleUpgrade(request, socket, head, page =>
        welcome({ page, display, grantId, watcher, screen: screenOf(request) }, id),
      )
    }
    // Two replicas that each believe the other is the owner would forward it for ever.
    else if (isForwarded(request)) refuse(refusals.notRunning)
    else forwardUpgradeToReplica({ request, socket, head, refuse }, found.url)
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
      const found = await admit(ticket, 'page')
      const status = typeof found === 'string' ? refusals[found] : 426
      return { status, headers: { 'cache-control': 'no-store' }, body: null }
    },
    /** Closes the pages of a desktop that has ended. */
    dismiss(id: string) {
      for (const { display } of connections.get(id) ?? []) display.destroy()
      connections.delete(id)
      screens.forget(id)
      sounds.dismiss(id)
    },
    /** Closes the pages that a sign-in opened, on all desktops. */
    dismissGrant(grantId: string) {
      for (const connection of [...connections.values()].flatMap(open => [...open])) {
        if (connection.grantId === grantId) refuse(connection)
      }
    },
    /** To be called after a desktop's token for team mates has changed. Those who used the old one stop watching. */
    viewChanged(id: string) {
      const token = desktopOf(id)?.view ?? null
      for (const connection of connections.get(id) ?? []) {
        if (connection.watcher && connection.watcher.view !== token) refuse(connection)
      }
      tell(id)
    },
    /** To be called after users may have changed their team. @param ownerOf the desktops that run here, by id */
    async teamsChanged(ownerOf: ReadonlyMap<string, string>): Promise<void> {
      for (const [id, open] of connections) {
        const owner = ownerOf.get(id)
        for (const connection of open) {
          const { watcher } = connection
          if (!watcher) continue
          // Who cannot be checked is refused, so that one failure does not let the others stay.
          const mayStay = owner && (await areTogether(owner, watcher.userId).catch(() => false))
          if (!mayStay) refuse(connection)
        }
      }
    },
    close() {
      sounds.close()
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
