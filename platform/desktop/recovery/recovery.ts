import pLimit from 'p-limit'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { Desktop } from '../desktop.ts'
import type { DesktopDriver } from '../driver.ts'
import type { DesktopBeginning } from '../machine.ts'
import type { DesktopRecord, DesktopRecords, FoundDesktop, OrphanedDesktop } from '../records.ts'
import { adoptOrStop } from './adopt-or-stop.ts'
import { findForgotten } from './forgotten.ts'

interface RecoveryOptions {
  /** What runs desktops. Throws if this host can run none. */
  driver: () => DesktopDriver
  /** Whether another host can run a desktop of a replica that is gone. */
  isShared: boolean
  records: DesktopRecords
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Desktop>
  findRemote: (userId: string) => Promise<FoundDesktop | null>
  /** Whether desktops may run now. */
  isAllowed: () => boolean
  /** Whether a user's desktop may have a row already, and is not added yet. */
  isCreating: (userId: string) => boolean
  add: (desktop: DesktopRecord, begins: DesktopBeginning) => Desktop
  clock: Clock
  log: Log
}

/** Makes the table of desktops and those of this replica agree again. */
export function createRecovery(options: RecoveryOptions) {
  const { driver, isShared, records, local, findRemote, isAllowed, isCreating, add } = options
  const { clock, log } = options
  const taking = new Map<string, Promise<Desktop | undefined>>()

  const adopt = (desktop: Omit<OrphanedDesktop, 'userId'>) =>
    adoptOrStop(desktop, { driver: driver(), isAllowed: isAllowed(), clock, log })

  const open = async (desktop: OrphanedDesktop) => add(desktop, await adopt(desktop)).flush()

  /** Its row was deleted while this replica was gone. */
  async function deleteHome(id: string): Promise<void> {
    try {
      await driver().remove(id)
      await records.remove(id)
      log.info({ desktop: id }, 'deleted the home of a desktop that was deleted meanwhile')
    } catch (error) {
      // It is tried again at the next start.
      log.warn({ desktop: id, err: error }, 'the home of a desktop that was deleted is left')
    }
  }

  /** All callers wait for one takeover, because the row does not say yet that the desktop runs. */
  function take(userId: string): Promise<Desktop | undefined> {
    const work = (async () => {
      const found = await findRemote(userId)
      if (!found || found.owner || !(await records.claim(found.id))) return local.get(userId)
      const left = await adopt(found)
      log.warn({ desktop: found.id, ...left }, 'the replica of a desktop is gone: it is here now')
      return local.get(userId) ?? add({ userId, id: found.id }, left)
    })().finally(() => taking.delete(userId))
    taking.set(userId, work)
    return work
  }

  return {
    /** The desktop of a user, if this replica has it. One of a dead replica is taken over, if any host can run it. */
    takeOver(userId: string): Promise<Desktop | undefined> {
      if (local.has(userId) || !isShared) return Promise.resolve(local.get(userId))
      return taking.get(userId) ?? take(userId)
    },

    /** Opens what this replica ran before its start. @param isAlone whether there is no other replica */
    async recoverAtStart(isAlone: boolean): Promise<void> {
      const turn = pLimit(8)
      const left = await records.claimOwn(isAlone)
      await Promise.all(left.map(one => turn(() => open(one))))
      for (const id of await records.homesLeft()) await deleteHome(id)
    },

    findForgotten: findForgotten({
      records,
      isKnown: ({ userId }) => local.has(userId) || isCreating(userId) || taking.has(userId),
      // One that was never made is made now, because its user waits for it.
      open: async one =>
        isAllowed() && one.status === 'provisioning'
          ? add(one, { from: 'new' }).flush()
          : open(one),
      log,
    }),

    /** To be called after the other replicas took this one for dead. Lets go of the desktops that they have now. */
    async reconcile(): Promise<void> {
      const own = new Set((await records.claimOwn(false)).map(({ id }) => id))
      const lost = [...local.values()].filter(({ id }) => !own.has(id))
      // The home of a shared one is not here: another replica has it, or has deleted it.
      await Promise.all(lost.map(one => (isShared ? one.leave() : one.reset())))
    },
  }
}
