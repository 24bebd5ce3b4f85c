import { randomUUID } from 'node:crypto'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { LeaseTerms } from '../runtime/lease-terms.ts'
import { createDesktop, type Desktop } from './desktop.ts'
import type { DesktopDriver, KnownDesktops } from './driver.ts'
import type { DesktopBeginning } from './machine.ts'
import type { DesktopRecord, DesktopRecords } from './records.ts'

interface LocalDesktopsOptions {
  event: CurrentEvent
  records: DesktopRecords
  /** @throws Refusal if this host can run no desktops */
  driver: () => DesktopDriver
  capacity: Capacity
  terms: () => LeaseTerms
  /** Resolves when the event's files that users will see are there. */
  ready: () => Promise<void>
  /** Called with the id of a desktop that does not run any more. */
  onDown: (id: string) => void
  /** Called with the id of a desktop whose sharing begins or ends. */
  onViewChanged: (id: string) => void
  clock: Clock
  log: Log
}

/** The desktops that this replica runs. */
export function createLocalDesktops(options: LocalDesktopsOptions) {
  const { event, records, driver, capacity, terms, ready, onDown, onViewChanged } = options
  const { clock, log } = options
  const byUser = new Map<string, Desktop>()
  /** Users whose desktops may have a row already, and are not added yet. */
  const creating = new Set<string>()

  function add({ userId, id }: DesktopRecord, begins: DesktopBeginning): Desktop {
    const desktop = createDesktop({
      id,
      begins,
      terms,
      clock,
      log,
      driver: driver(),
      reserve: isRunning =>
        capacity[isRunning ? 'occupy' : 'request'](userId, event.current.desktop.memoryMb),
      ready,
      records,
      onDown: () => onDown(id),
      onViewChanged: () => onViewChanged(id),
      onRemoved: () => byUser.delete(userId),
    })
    byUser.set(userId, desktop)
    return desktop
  }

  return {
    byUser: byUser as ReadonlyMap<string, Desktop>,

    isCreating: (userId: string) => creating.has(userId),

    add,

    /** Makes the desktop of a user who has none. */
    async create(userId: string): Promise<void> {
      const id = randomUUID()
      if (byUser.has(userId) || creating.has(userId)) throw desktopExists()
      creating.add(userId)
      try {
        if (!(await records.add({ userId, id }, clock.now()))) throw desktopExists()
        await add({ userId, id }, { from: 'new' }).flush()
      } finally {
        creating.delete(userId)
      }
    },

    /** The desktops of the table. Of its own, this replica knows best which have no container any more. */
    async known(): Promise<KnownDesktops> {
      const { all, alive } = await records.known()
      const own = [...byUser.values()].filter(({ status }) => ['stopped', 'error'].includes(status))
      const down = new Set(own.map(({ id }) => id))
      return { all, alive: new Set([...alive].filter(id => !down.has(id))) }
    },

    /** To be called after the event was replaced. */
    review() {
      const { enabled } = event.current.desktop
      for (const desktop of byUser.values()) {
        desktop.review()
        if (enabled || !desktop.isUp) continue
        log.warn({ desktop: desktop.id }, 'the event has no desktops any more: it is stopped')
        desktop.stop().catch(error => log.error({ err: error }, 'a desktop was not stopped'))
      }
    },

    async close(): Promise<void> {
      await Promise.all([...byUser.values()].map(desktop => desktop.close()))
    },
  }
}

const desktopExists = () => new Refusal('FLUGZEUG_EXISTS', 'you have a desktop already')
