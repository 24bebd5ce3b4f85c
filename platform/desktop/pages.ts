import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Revocations } from '../identity/grants.ts'
import type { Log } from '../log.ts'
import { createAdmission } from './admission.ts'
import type { Desktop } from './desktop.ts'
import { createScales } from './display/scales.ts'
import type { DesktopDriver } from './driver.ts'
import { createFiles } from './files/files.ts'
import type { DesktopRecord, FoundDesktop } from './records.ts'
import { createSockets } from './sockets.ts'
import { createTickets, type Watcher } from './tickets.ts'

interface PagesOptions {
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Desktop>
  /** A desktop of another replica. */
  findRemote: (userId: string) => Promise<FoundDesktop | null>
  /** See `AdmissionOptions`. */
  areTogether: (userId: string, other: string) => Promise<boolean>
  /** @throws Refusal if this host can run no desktops */
  driver: () => DesktopDriver
  bus: Bus
  /** This replica's id. */
  replica: string
  /** Signs tickets. */
  secret: string
  /** The origin of the desktop's page. */
  origin: string
  event: CurrentEvent
  revocations: Revocations | undefined
  clock: Clock
  log: Log
}

/** The pages of desktops: their addresses, and what a ticket opens to them. */
export function createPages(options: PagesOptions) {
  const { local, areTogether, driver, bus, secret, origin, event, revocations, clock, log } =
    options
  const tickets = createTickets(clock, secret)
  const admit = createAdmission({ ...options, tickets })
  const sockets = createSockets({
    origin,
    admit,
    areTogether,
    clock,
    log,
    desktopOf: id => [...local.values()].find(one => one.id === id),
    connect: id => driver().connect(id),
    soundOf: id => driver().soundOf?.(id) ?? null,
    setScale: createScales({
      set: async (id, percent) => driver().setScale(id, percent),
      log,
    }),
  })
  const files = createFiles({
    admit,
    passFor: tickets.passFor,
    ticketFor: tickets.ticketFor,
    clock,
    log,
    filesOf: id => driver().filesOf(id),
    imagesOf: id => driver().imagesOf(id),
  })
  const checkTeams = () =>
    sockets.teamsChanged(new Map([...local].map(([userId, { id }]) => [id, userId])))
  bus.on('user.changed', checkTeams)
  bus.onLoss(checkTeams)
  revocations?.onRevoked(sockets.dismissGrant)
  revocations?.onRevoked(files.dismissGrant)

  /** Browsers do not send what follows the `#`, so no server and no log gets it. */
  const urlOf = (id: string, ticket: string, access: string) =>
    `${origin}/desktop.html?desktop=${id}${access}#ticket=${ticket}`

  return {
    /** The address of the page for the owner. */
    ownerUrl: ({ userId, id }: DesktopRecord, grantId?: string) =>
      urlOf(id, tickets.issue(userId, id, grantId), event.current.teamMode ? '' : '&alone'),

    /** The address of the page for a team mate who watches. */
    viewUrl: ({ userId, id }: DesktopRecord, watcher: Watcher, grantId?: string) =>
      urlOf(id, tickets.issueView(userId, id, watcher, grantId), '&view'),

    /** Closes the pages of a desktop that stopped. */
    dismiss(id: string) {
      sockets.dismiss(id)
      files.dismiss(id)
    },

    viewChanged: sockets.viewChanged,
    takesUpgrade: sockets.takesUpgrade,
    upgrade: sockets.upgrade,
    explain: sockets.explain,
    takesFiles: files.takes,
    files: files.answer,
    close: sockets.close,
  }
}
