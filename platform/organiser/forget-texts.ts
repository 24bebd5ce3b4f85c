import { isNotNull } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { submissions } from '../database/schema.ts'

interface ForgetOptions {
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  event: CurrentEvent
}

/** A clock may be ahead for a while, as when its host starts, and a deleted text does not come back. */
const overForMs = 60 * 60_000

/**
 * Returns a function to be called at intervals. It deletes the texts of wrong flags once it has found the event over
 * for an hour: nobody can credit one any more.
 */
export function createForgetTexts({ database, clock, event }: ForgetOptions): () => Promise<void> {
  let overSince: number | null = null
  return async () => {
    const { isReadOnly, postPlayEnd } = event.current
    const now = clock.monotonic()
    overSince = clock.now() < postPlayEnd.getTime() ? null : (overSince ?? now)
    const isOver = overSince !== null && now - overSince >= overForMs
    if (!isReadOnly && !isOver) return
    await database.db.update(submissions).set({ text: null }).where(isNotNull(submissions.text))
  }
}
