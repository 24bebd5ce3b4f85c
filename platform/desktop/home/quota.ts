import { statfs } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Log } from '../../log.ts'
import type { LimitAction } from '../limits.ts'
import { homeUse, MeasuringLate } from './use.ts'
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
/** Measurements in a row that may take too long. */
const maxLate = 3
/** Homes that are measured at once, so that a slow one holds up few others. */
const maxAtOnce = 4

interface HomeQuotaOptions {
  /** On the same disk as the homes. */
  folder: string
  log: Log
  /** Default: `homeUse`. */
  use?: typeof homeUse
}

/**
 * Measures homes. The program that fills one beyond its quota is ended. If the home grows to a
 * quarter more than its quota, or has too many files to be measured, the desktop is ended. Files are never deleted.
 */
export function createHomeQuota({ folder, log, use = homeUse }: HomeQuotaOptions) {
  const known = new Map<string, Measurement>()
  const late = new Map<string, number>()
  const turn = pLimit(maxAtOnce)
  let freeBefore = Number.POSITIVE_INFINITY
  let checks = 0

  async function measure(id: string, user: QuotaUser, freeMb: number): Promise<LimitAction> {
    const mb = await use(user.home, user.pids)
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

  /** One home that cannot be measured must not keep the others from it. */
  async function attempt(id: string, user: QuotaUser, freeMb: number): Promise<LimitAction> {
    try {
      const action = await measure(id, user, freeMb)
      late.delete(id)
      return action
    } catch (error) {
      log.error({ desktop: id, err: error }, 'measuring the disk space of a desktop failed')
      if (!(error instanceof MeasuringLate)) return null
      const count = (late.get(id) ?? 0) + 1
      late.set(id, count)
      if (count < maxLate) return null
      return { end: 'its home has too many files to be measured', code: 'disk' }
    }
  }

  return {
    /** To be called when a desktop starts, so that its home's earlier growth does not count. */
    forget(id: string) {
      known.delete(id)
      late.delete(id)
    },

    /** To be called at intervals. @returns what to end, by desktop */
    async check(users: ReadonlyMap<string, QuotaUser>): Promise<Map<string, LimitAction>> {
      for (const kept of [known, late])
        for (const id of kept.keys()) if (!users.has(id)) kept.delete(id)
      const { bavail, bsize } = await statfs(folder)
      const freeMb = (bavail * bsize) / 2 ** 20
      const smallest = Math.min(...[...users.values()].map(({ homeMb }) => homeMb / 16))
      const isLess = freeBefore - freeMb > Math.min(noticeableMb, smallest)
      const isNew = [...users.keys()].some(id => !known.has(id))
      if (!isLess && !isNew && ++checks < checksPerMeasurement) return new Map()
      checks = 0
      freeBefore = freeMb
      const measured = [...users].map(([id, user]) =>
        turn(async () => [id, await attempt(id, user, freeMb)] as const),
      )
      return new Map(await Promise.all(measured))
    },
  }
}
