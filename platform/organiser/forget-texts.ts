import { isNotNull } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { submissions } from '../database/schema.ts'

interface ForgetOptions {
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'now'>
  event: CurrentEvent
}

/** Deletes the texts of wrong flags when the event is over, since none can be credited any more. */
export async function forgetTexts({ database, clock, event }: ForgetOptions): Promise<void> {
  const { isReadOnly, postPlayEnd } = event.current
  if (!isReadOnly && clock.now() < postPlayEnd.getTime()) return
  await database.db.update(submissions).set({ text: null }).where(isNotNull(submissions.text))
}
