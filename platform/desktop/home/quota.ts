import { statfs } from 'node:fs/promises'
import type { LimitAction } from '../limits.ts'
import { homeUse } from './use.ts'
import { type Written, writerOf, writtenBy } from './writer.ts'

/** A running desktop. */
export interface QuotaUser {
  home: string
  homeMb: number
  /** Its programs. */
  pids: readonly number[]
  show(message: 'nearly-full' | 'full'): void
}

interface Measurement {
  mb: number
  written: Map<number, Written>
  shown: 'nearly-full' | 'full' | null
}

/** Homes are measured when the disk has lost this many MB of free space, and at every 15th check. */
const noticeableMb = 16
const checksPerMeasurement = 15
/** Disk space that is left to the platform's own data, in MB. */
const reserveMb = 512

/**
 * Measures homes. The program that fills one beyond its quota is ended. If the home grows to a
 * quarter more than its quota, the desktop is ended. Files are never deleted.
 */
export function createHomeQuota(folder: string) {
  const known = new Map<string, Measurement>()
  let freeBefore = Number.POSITIVE_INFINITY
  let checks = 0

  async function measure(id: string, user: QuotaUser, freeMb: number): Promise<LimitAction> {
    const mb = await homeUse(user.home, user.pids)
    const written = await writtenBy(user.pids)
    const before = known.get(id) ?? { mb, written: new Map(), shown: null }
    const shown = mb > user.homeMb ? 'full' : mb > 0.9 * user.homeMb ? 'nearly-full' : null
    if (shown && shown !== before.shown) user.show(shown)
    known.set(id, { mb, written, shown })
    const grew = mb - before.mb
    if (grew <= 0) return null
    if (freeMb < reserveMb && grew > 1) {
      return { end: 'the disk is full, and its home grew', code: 'disk' }
    }
    if (mb > 1.25 * user.homeMb) {
      return { end: `its home grew beyond its ${user.homeMb} MB`, code: 'disk' }
    }
    const pid = shown === 'full' ? writerOf(before.written, written) : null
    return pid === null ? null : { kill: pid }
  }

  return {
    /** To be called when a desktop starts, so that its home's earlier growth does not count. */
    forget: (id: string) => void known.delete(id),

    /** To be called at intervals. @returns what to end, by desktop */
    async check(users: ReadonlyMap<string, QuotaUser>): Promise<Map<string, LimitAction>> {
      for (const id of known.keys()) if (!users.has(id)) known.delete(id)
      const { bavail, bsize } = await statfs(folder)
      const freeMb = (bavail * bsize) / 2 ** 20
      const smallest = Math.min(...[...users.values()].map(({ homeMb }) => homeMb / 16))
      const isLess = freeBefore - freeMb > Math.min(noticeableMb, smallest)
      const isNew = [...users.keys()].some(id => !known.has(id))
      if (!isLess && !isNew && ++checks < checksPerMeasurement) return new Map()
      checks = 0
      freeBefore = freeMb
      const actions = new Map<string, LimitAction>()
      for (const [id, user] of users) actions.set(id, await measure(id, user, freeMb))
      return actions
    },
  }
}
