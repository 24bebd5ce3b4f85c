import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DesktopsApi } from '../api/part-interfaces.ts'
import type { Bus } from '../bus.ts'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/server.ts'
import type { Revocations } from '../identity/grants.ts'
import { Refusal } from '../refusal.ts'
import type { Replicas } from '../replicas/replicas.ts'
import { extendableFromIn } from '../runtime/lease-terms.ts'
import { startSweeper } from '../sweeper.ts'
import type { AccountOf } from './account-of.ts'
import { createCommands, noDesktop } from './commands.ts'
import type { DesktopDriver } from './driver.ts'
import { createHandouts } from './files/handouts.ts'
import { createLocalDesktops } from './local-desktops.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'
import { type DriverOptions, openDriver } from './open-driver.ts'
import { createPages } from './pages.ts'
import { desktopRecords } from './records.ts'
import { createRecovery } from './recovery/recovery.ts'
import { renewPorts } from './renew-ports.ts'
import { stopBanned } from './stop-banned.ts'

export interface DesktopsOptions extends DriverOptions {
  database: Pick<Database, 'db'>
  /** Connects the replicas that share the database. */
  bus: Bus
  replicas: Replicas
  /** Signs tickets. */
  secret: string
  clock: Clock
  /** Memory for all desktops together. A desktop that does not fit waits in `starting`. */
  capacity: Capacity
  /** The platform's data folder; homes are in its folder `desktops`. */
  dataFolder: string
  /** Who plays together, and may watch each other's desktops. Default: everybody plays alone. */
  accountOf?: AccountOf
  /** The ports of a user's running environments. Default: none. */
  portsOf?: (userId: string) => Promise<ForwardedPort[]>
  /**
   * The sign-ins that ended. Their tickets are refused, and their pages are closed. Absent if they are not
   * known.
   */
  revocations?: Revocations
  /** Absent: what this host has, or none. */
  driver?: DesktopDriver | null
}

export interface Desktops extends DesktopsApi, Pick<Handlers, 'takesUpgrade' | 'upgrade'> {
  /**
   * To be called after the event was replaced. If the event has no desktops any more, stops all of them.
   * Homes are kept.
   */
  review(): void
  /** Stops every desktop, or leaves it running if the next start finds it again. Keeps the homes. */
  close(): Promise<void>
}

/**
 * The remote desktops (Flugzeug) of all users. After a restart, containers go on; processes are stopped and still have
 * their homes. Processes that a killed platform left behind are ended first.
 *
 * The replica that has a desktop's home runs it. The others read its state from the database, send commands
 * to that replica, and forward its WebSocket. While that replica is gone, the desktop is in error. It comes
 * back with the replica, unless a reset has deleted it.
 */
export async function createDesktops(options: DesktopsOptions): Promise<Desktops> {
  const { database, event, bus, replicas, clock, log, dataFolder, capacity } = options
  const folder = join(dataFolder, 'desktops')
  const sharedHomes = options.mode === 'docker' ? options.containers?.homes : null
  const challenges = sharedHomes ? join(sharedHomes, 'challenges') : join(dataFolder, 'handouts')
  const handouts = createHandouts(challenges, event, log)
  const driver =
    options.driver === undefined ? await openDriver(folder, challenges, options) : options.driver
  const isAllowed = () => driver !== null && event.current.desktop.enabled
  /** Makes what desktops need of the event, if there are desktops: files and images. */
  const prepare = () => {
    if (!isAllowed()) return
    void handouts.renew()
    driver?.prepare?.()
  }
  const records = desktopRecords(database.db, replicas.id)
  const replica = replicas.id
  const findRemote = async (userId: string) => (replicas.isAlone ? null : records.find(userId))

  const { accountOf = async userId => userId } = options
  async function areTogether(userId: string, other: string): Promise<boolean> {
    const [account, theirs] = await Promise.all([accountOf(userId), accountOf(other)])
    return account !== null && account === theirs
  }
  const terms = () => ({ ...event.current.desktop, end: event.current.postPlayEnd.getTime() })
  const desktops = createLocalDesktops({
    event,
    records,
    driver: needDriver,
    capacity,
    terms,
    ready: handouts.ready,
    onDown: id => pages.dismiss(id),
    onViewChanged: id => pages.viewChanged(id),
    clock,
    log,
  })
  const local = desktops.byUser

  const { secret, origin, revocations } = options
  const pages = createPages({
    local,
    findRemote,
    areTogether,
    driver: needDriver,
    bus,
    replica,
    secret,
    origin,
    event,
    revocations,
    clock,
    log,
  })
  const lookForBanned = stopBanned({ database, bus, local, accountOf, log })
  const command = createCommands({ local, findRemote, records, bus, replica, clock, log })

  function needDriver(): DesktopDriver {
    if (driver) return driver
    throw new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', 'this host can run no desktops')
  }

  const recovery = createRecovery({
    driver: needDriver,
    isShared: driver?.isShared === true,
    records,
    local,
    findRemote,
    isAllowed,
    isCreating: desktops.isCreating,
    add: desktops.add,
    clock,
    log,
  })
  replicas.onRemoved(recovery.reconcile)
  if (driver) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await driver.clear()
    await recovery.recoverAtStart(replicas.isAlone)
    await lookForBanned()
    replicas.onCheck(recovery.findForgotten)
    prepare()
    await handouts.ready()
  }
  const endSweeps = driver?.sweep
    ? startSweeper({
        sweeps: [
          { name: 'containers of desktops', run: async () => driver.sweep?.(desktops.known) },
        ],
        everyMs: 60_000,
        clock,
        log,
      })
    : () => {}
  const { portsOf } = options
  const stopRenewal =
    driver && portsOf ? renewPorts({ local, driver, portsOf, clock, log }) : () => {}

  return {
    get enabled() {
      return isAllowed()
    },

    get programs() {
      return driver?.programs?.() ?? []
    },

    async get(userId, grantId) {
      const desktop = (await recovery.takeOver(userId)) ?? (await findRemote(userId))
      if (!desktop) throw noDesktop()
      const isAbandoned = 'owner' in desktop && desktop.owner === null
      if (isAbandoned) {
        return { status: 'error', failure: 'unreachable', stopTimestamp: null, url: null }
      }
      const { id, status, stopAt } = desktop
      const stopTimestamp = stopAt === null ? null : new Date(stopAt).toISOString()
      return {
        status,
        ...('failure' in desktop && desktop.failure && { failure: desktop.failure }),
        stopTimestamp,
        ...(status === 'running' && { extendableFrom: extendableFromIn(stopTimestamp, terms) }),
        url: status === 'running' ? pages.ownerUrl({ userId, id }, grantId) : null,
      }
    },

    async create(userId) {
      needDriver()
      await desktops.create(userId)
    },

    async openView(token, { userId, name }, grantId) {
      const found = isAllowed() ? await records.findView(token) : null
      if (!found || !(await areTogether(found.userId, userId))) return null
      const watcher = { userId, name, view: token }
      return { ownerId: found.userId, url: pages.viewUrl(found, watcher, grantId) }
    },

    start: userId => command('start', userId),
    stop: userId => command('stop', userId),
    extend: userId => command('extend', userId),
    reset: userId => command('reset', userId),
    takesUpgrade: pages.takesUpgrade,
    upgrade: pages.upgrade,
    explain: pages.explain,
    takesFiles: pages.takesFiles,
    files: pages.files,

    review() {
      prepare()
      desktops.review()
    },

    async close() {
      stopRenewal()
      endSweeps()
      await Promise.all([handouts.close(), desktops.close()])
      pages.close()
      driver?.close?.()
    },
  }
}
