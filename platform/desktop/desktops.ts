import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Flugzeug } from '../../src/api/contract.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open.ts'
import type { LiveEvent } from '../live-event.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { chooseDriver } from './choose.ts'
import { createDesktop, type Desktop } from './desktop.ts'
import type { DesktopDriver } from './driver.ts'
import { desktopRecords } from './records.ts'
import { createSockets } from './sockets.ts'
import { createTickets } from './tickets.ts'

export interface DesktopsOptions {
  database: Pick<Database, 'db'>
  /** The event that stands now; its leases hold for what starts from then on. */
  event: LiveEvent
  clock: Clock
  log: Log
  /** The platform's data folder; homes lie in `desktops` in it. */
  dataFolder: string
  /** Where participants reach the platform, for example `https://ctf.example.org`. */
  origin: string
  /** Absent: what this machine has, or none. */
  driver?: DesktopDriver | null
}

/** Every method but `close` rejects with a `Refusal` where the contract has a code for it. */
export interface Desktops {
  readonly enabled: boolean
  get(userId: string): Promise<Flugzeug>
  create(userId: string): Promise<void>
  start(userId: string): Promise<void>
  stop(userId: string): Promise<void>
  prolong(userId: string): Promise<void>
  reset(userId: string): Promise<void>
  /** For the server's `upgrade` event; false: not ours, and left alone. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Stops every desktop and keeps the homes. */
  close(): Promise<void>
}

/**
 * Every user's own remote desktop (Flugzeug). Those that were there before a restart come back as
 * stopped, with their homes; whatever a killed platform left running is ended first.
 */
export async function createDesktops(options: DesktopsOptions): Promise<Desktops> {
  const { database, event, clock, log, dataFolder, origin } = options
  const folder = join(dataFolder, 'desktops')
  const driver = options.driver === undefined ? await chooseDriver(folder, log) : options.driver
  const records = desktopRecords(database.db)
  const tickets = createTickets(clock)
  const desktops = new Map<string, Desktop>()

  const sockets = createSockets({
    admit(ticket) {
      const claim = tickets.redeem(ticket)
      if (!claim) return 'ticketRefused'
      const desktop = desktops.get(claim.userId)
      if (desktop?.id !== claim.desktopId) return 'ticketRefused'
      return desktop.status === 'running' ? { id: desktop.id } : 'notRunning'
    },
    connect: id => needDriver().connect(id),
  })

  function needDriver(): DesktopDriver {
    if (driver) return driver
    throw new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', 'this machine can run no desktops')
  }

  function need(userId: string): Desktop {
    const desktop = desktops.get(userId)
    if (desktop) return desktop
    throw new Refusal('NO_FLUGZEUG', 'you have no desktop')
  }

  function add(userId: string, id: string, from: 'new' | 'stopped') {
    const desktop = createDesktop({
      ...{ id, from, clock, log, driver: needDriver(), records },
      lease: () => event.current.desktop,
      onDown: () => sockets.dismiss(id),
      onRemoved: () => desktops.delete(userId),
    })
    desktops.set(userId, desktop)
    return desktop
  }

  async function adopt(own: DesktopDriver) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await own.clear()
    for (const { userId, id } of await records.all()) await add(userId, id, 'stopped').settled()
  }
  if (driver) await adopt(driver)

  return {
    get enabled() {
      return driver !== null && event.current.desktop.enabled
    },

    async get(userId) {
      const { id, status, stopAt } = need(userId)
      const ticket = () => tickets.issue(userId, id)
      return {
        status,
        stopTimestamp: stopAt === null ? null : new Date(stopAt).toISOString(),
        // The ticket stands behind the `#`, so that no server and no log sees it.
        url:
          status === 'running' ? `${origin}/desktop.html?desktop=${id}#ticket=${ticket()}` : null,
      }
    },

    async create(userId) {
      needDriver()
      const id = randomUUID()
      if (desktops.has(userId) || !(await records.add({ userId, id }, clock.now()))) {
        throw new Refusal('FLUGZEUG_EXISTS', 'you have a desktop already')
      }
      await add(userId, id, 'new').settled()
    },

    start: userId => need(userId).start(),
    stop: userId => need(userId).stop(),
    prolong: userId => need(userId).prolong(),
    reset: userId => need(userId).reset(),
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),

    async close() {
      await Promise.all([...desktops.values()].map(desktop => desktop.close()))
      sockets.close()
    },
  }
}
