import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Flugzeug } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/server.ts'
import type { Revocations } from '../identity/grants.ts'
import type { LiveEvent } from '../live-event.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { createErrands } from '../replicas/replica-commands.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { ControlGroups } from '../runtime/control-groups.ts'
import { chooseDriver } from './choose.ts'
import { createDesktop, type Desktop } from './desktop.ts'
import type { DesktopDriver } from './driver.ts'
import type { DesktopIsolation } from './isolation.ts'
import type { Way } from './network/forwarded-ports.ts'
import { desktopRecords } from './records.ts'
import { type Admission, createSockets } from './sockets.ts'
import { createTickets } from './tickets.ts'

export interface DesktopsOptions {
  database: Pick<Database, 'db'>
  /** Joins the replicas that share the database. */
  bus: Bus
  replicas: Replicas
  /** Seals tickets. */
  secret: string
  /** The event that stands now; its leases hold for what starts from then on. */
  event: LiveEvent
  clock: Clock
  log: Log
  /** What all desktops may hold together; who finds no room waits in `starting`. */
  capacity: Capacity
  /** The platform's data folder; homes lie in `desktops` in it. */
  dataFolder: string
  /** Where participants reach the platform, for example `https://ctf.example.org`. */
  origin: string
  /** Whether desktops run where they cannot be isolated. Default: they do not. */
  isolation?: DesktopIsolation
  /** The ways to the environments of a user, as they are now. Default: none. */
  waysOf?: (userId: string) => Promise<Way[]>
  /** See `DriverOptions`. */
  groups?: ControlGroups | null
  /** Of sign-ins that ended: their tickets are refused, their open pages closed. Absent: not known. */
  revocations?: Revocations
  /** Absent: what this machine has, or none. */
  driver?: DesktopDriver | null
}

/** Every method but `close` and those of sockets rejects with a `Refusal` where the contract has a code for it. */
export interface Desktops extends Pick<Handlers, 'takesUpgrade' | 'upgrade'> {
  readonly enabled: boolean
  /** @param grantId of the sign-in that asks, where the issuer says so */
  get(userId: string, grantId?: string): Promise<Flugzeug>
  create(userId: string): Promise<void>
  start(userId: string): Promise<void>
  stop(userId: string): Promise<void>
  prolong(userId: string): Promise<void>
  reset(userId: string): Promise<void>
  /** Answers 426 where a ticket opens a WebSocket, else with the status that refuses it. */
  explain(ticket: string): Promise<Response>
  /** After the event was replaced: where it has no desktops any more, stops all, and keeps their homes. */
  review(): void
  /** Stops every desktop and keeps the homes. */
  close(): Promise<void>
}

/** How often running desktops learn which environments their users have, in milliseconds. */
const waysEveryMs = 1000

type Command = 'start' | 'stop' | 'prolong' | 'reset'

/**
 * Every user's own remote desktop (Flugzeug). Those that were there before a restart come back as
 * stopped, with their homes; whatever a killed platform left running is ended first.
 *
 * Each is run by the replica that has its home; the others tell of it by the database, pass on what
 * is asked of it, and join its line with the browser's. While that replica is gone it is told as in
 * error: it comes back with its files when the replica does, or is given up by a reset.
 */
export async function createDesktops(options: DesktopsOptions): Promise<Desktops> {
  const { database, event, bus, replicas, secret, clock, log, dataFolder, origin } = options
  const { capacity, revocations } = options
  const folder = join(dataFolder, 'desktops')
  const driver =
    options.driver === undefined
      ? await chooseDriver({
          ...{
            folder,
            log,
            groups: options.groups ?? null,
            isolation: options.isolation ?? 'required',
          },
          limits: () => event.current.desktop,
          address: new URL(origin).hostname.replace(/^\[|\]$/g, ''),
        })
      : options.driver
  const records = desktopRecords(database.db, replicas.id)
  const tickets = createTickets(clock, secret)
  const desktops = new Map<string, Desktop>()
  let isClosed = false

  const sockets = createSockets({ origin, admit, connect: id => needDriver().connect(id), log })
  const ask = createErrands<Command>({
    ...{ bus, topic: 'desktops.errand', replica: replicas.id, clock, log, patienceMs: 10_000 },
    perform: async (command, userId) => {
      const desktop = desktops.get(userId)
      if (!desktop) throw gone()
      await desktop[command]()
      await desktop.settled()
    },
  })
  revocations?.onRevoked(sockets.dismissGrant)
  replicas.onDoubt(async () => {
    const mine = new Set((await records.mine(false)).map(({ id }) => id))
    const lost = [...desktops.values()].filter(({ id }) => !mine.has(id))
    await Promise.all(lost.map(desktop => desktop.reset()))
  })

  /** What another replica runs. */
  const find = async (userId: string) => (replicas.isAlone ? null : records.find(userId))

  async function admit(ticket: string): Promise<Admission> {
    const claim = tickets.redeem(ticket)
    if (!claim) return 'ticketRefused'
    const { grantId } = claim
    const here = desktops.get(claim.userId)
    const found = here ?? (await find(claim.userId))
    if (found?.id !== claim.desktopId) return 'ticketRefused'
    if (found.status !== 'running') return 'notRunning'
    if (grantId && revocations?.isRevoked(grantId)) return 'ticketRefused'
    if (!('owner' in found)) return { id: found.id, grantId }
    const { owner } = found
    return owner?.url && owner.id !== replicas.id ? { url: owner.url } : 'notRunning'
  }

  function needDriver(): DesktopDriver {
    if (driver) return driver
    throw new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', 'this machine can run no desktops')
  }

  /** Does it here, or has the replica do it that runs the desktop. */
  async function command(what: Command, userId: string): Promise<void> {
    const desktop = desktops.get(userId)
    if (desktop) return desktop[what]()
    const found = await find(userId)
    if (!found) throw gone()
    if (found.owner) {
      if (await ask(found.owner.id, what, userId)) return
    } else if (what === 'reset' && (await records.giveUp(found.id))) return
    throw new Refusal(
      unanswered[what],
      'the server of this desktop does not answer: wait for it, or reset the desktop',
    )
  }

  const urlOf = (userId: string, id: string, grantId?: string) =>
    // The ticket stands behind the `#`, so that no server and no log sees it.
    `${origin}/desktop.html?desktop=${id}#ticket=${tickets.issue(userId, id, grantId)}`

  function add(userId: string, id: string, from: 'new' | 'stopped') {
    const desktop = createDesktop({
      ...{ id, from, clock, log, driver: needDriver(), records },
      terms: () => ({ ...event.current.desktop, end: event.current.postPlayEnd.getTime() }),
      requestRoom: () => capacity.request(userId, event.current.desktop.memoryMb),
      onDown: () => sockets.dismiss(id),
      onRemoved: () => desktops.delete(userId),
    })
    desktops.set(userId, desktop)
    return desktop
  }

  async function adopt(own: DesktopDriver) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await own.clear()
    for (const { userId, id } of await records.mine(replicas.isAlone))
      await add(userId, id, 'stopped').settled()
  }
  if (driver) await adopt(driver)
  const stopWays = driver && options.waysOf ? keepWays(driver, options.waysOf) : () => {}

  /** Each running desktop reaches what its user's account runs, and nothing that it has stopped. */
  function keepWays(own: DesktopDriver, waysOf: (userId: string) => Promise<Way[]>): () => void {
    let cancel = () => {}
    const renew = async () => {
      const running = [...desktops].filter(([, { status }]) => status === 'running')
      const allow = async ([userId, { id }]: [string, Desktop]) =>
        own.allow(id, await waysOf(userId))
      const all = await Promise.allSettled(running.map(allow))
      const failure = all.find(one => one.status === 'rejected')
      if (failure) log.warn({ err: failure.reason }, 'the ways of a desktop could not be renewed')
      if (!isClosed) cancel = clock.after(waysEveryMs, () => void renew())
    }
    cancel = clock.after(waysEveryMs, () => void renew())
    return () => cancel()
  }

  return {
    get enabled() {
      return driver !== null && event.current.desktop.enabled
    },

    async get(userId, grantId) {
      const desktop = desktops.get(userId) ?? (await find(userId))
      if (!desktop) throw gone()
      const isAway = 'owner' in desktop && desktop.owner === null
      if (isAway) return { status: 'error', stopTimestamp: null, url: null }
      const { id, status, stopAt } = desktop
      return {
        status,
        stopTimestamp: stopAt === null ? null : new Date(stopAt).toISOString(),
        url: status === 'running' ? urlOf(userId, id, grantId) : null,
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

    start: userId => command('start', userId),
    stop: userId => command('stop', userId),
    prolong: userId => command('prolong', userId),
    reset: userId => command('reset', userId),
    takesUpgrade: sockets.takesUpgrade,
    upgrade: sockets.upgrade,
    explain: sockets.explain,

    review() {
      const { enabled } = event.current.desktop
      for (const desktop of desktops.values()) {
        desktop.review()
        if (enabled || ['stopped', 'stopping', 'error'].includes(desktop.status)) continue
        log.warn({ desktop: desktop.id }, 'the event has no desktops any more: it is stopped')
        desktop.stop().catch(error => log.error({ err: error }, 'a desktop was not stopped'))
      }
    },

    async close() {
      isClosed = true
      stopWays()
      await Promise.all([...desktops.values()].map(desktop => desktop.close()))
      sockets.close()
    },
  }
}

const gone = () => new Refusal('NO_FLUGZEUG', 'you have no desktop')

/** What each call answers, by the contract, where the owner of a desktop does not. */
const unanswered = {
  start: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
  stop: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
  prolong: 'CANNOT_PROLONG_FLUGZEUG',
  reset: 'UNKNOWN',
} as const satisfies Record<Command, Refusal['code']>
