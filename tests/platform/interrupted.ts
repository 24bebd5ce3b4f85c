import type { Database } from '../../platform/database/database.ts'

/** A database before whose next transaction something else can happen. */
export function interrupted(real: Database) {
  let before: (() => Promise<unknown>) | null = null
  const once: Database['once'] = async work => {
    const first = before
    before = null
    await first?.()
    return real.once(work)
  }
  return {
    database: { ...real, once },
    beforeNext(work: () => Promise<unknown>) {
      before = work
    },
  }
}
