import { statfs } from 'node:fs/promises'
import { homeUse, writtenBy } from './home-use.ts'

/** A running desktop, as its quota sees it. */
export interface QuotaUser {
  home: string
  homeMb: number
  /** Its programs. */
  pids: readonly number[]
  show(message: 'nearly-full' | 'full'): void
}

/** What is to be done about a desktop that fills its home; null: nothing. */
export type HomeVerdict = { end: string } | { kill: number } | null

interface Memory {
  mb: number
  written: Map<number, number>
  shown: 'nearly-full' | 'full' | null
}

/** Less room on the disk is a reason to look, and without a reason each is looked at so often. */
const noticeable = 16
const atLeastEvery = 15
/** What is left for the platform's own data, in MB. */
const reserveMb = 512

/**
 * Watches how large homes are. What fills one beyond its quota is ended, as it would fail on a full
 * disk; what grows by a quarter more all the same ends the desktop. Files are never deleted.
 */
export function createHomeQuota(folder: string) {
  const known = new Map<string, Memory>()
  let freeBefore = Number.POSITIVE_INFINITY
  let looks = 0

  async function look(id: string, user: QuotaUser, freeMb: number): Promise<HomeVerdict> {
    const mb = await homeUse(user.home, user.pids)
    const written = await writtenBy(user.pids)
    const before = known.get(id) ?? { mb, written: new Map(), shown: null }
    const shown = mb > user.homeMb ? 'full' : mb > 0.9 * user.homeMb ? 'nearly-full' : null
    if (shown && shown !== before.shown) user.show(shown)
    known.set(id, { mb, written, shown })
    const grew = mb - before.mb
    if (grew <= 0) return null
    if (freeMb < reserveMb && grew > 1) return { end: 'the disk is full, and its home grew' }
    if (mb > 1.25 * user.homeMb) return { end: `its home grew beyond its ${user.homeMb} MB` }
    return shown === 'full' ? writer(before.written, written) : null
  }

  return {
    /** A desktop starts: what its home grew by before is no reason to end it again. */
    forget: (id: string) => void known.delete(id),

    /** To be called again and again; answers about those that do too much. */
    async check(users: ReadonlyMap<string, QuotaUser>): Promise<Map<string, HomeVerdict>> {
      for (const id of known.keys()) if (!users.has(id)) known.delete(id)
      const { bavail, bsize } = await statfs(folder)
      const freeMb = (bavail * bsize) / 2 ** 20
      const smallest = Math.min(...[...users.values()].map(({ homeMb }) => homeMb / 16))
      const isLess = freeBefore - freeMb > Math.min(noticeable, smallest)
      const isNew = [...users.keys()].some(id => !known.has(id))
      if (!isLess && !isNew && ++looks < atLeastEvery) return new Map()
      looks = 0
      freeBefore = freeMb
      const verdicts = new Map<string, HomeVerdict>()
      for (const [id, user] of users) verdicts.set(id, await look(id, user, freeMb))
      return verdicts
    },
  }
}

/** The one that wrote most since the last look. */
function writer(before: Map<number, number>, now: Map<number, number>): HomeVerdict {
  const grown = [...now].map(([pid, bytes]) => ({ pid, bytes: bytes - (before.get(pid) ?? 0) }))
  const most = grown.reduce((a, b) => (b.bytes > a.bytes ? b : a), { pid: 0, bytes: 0 })
  return most.bytes > 0 ? { kill: most.pid } : null
}
