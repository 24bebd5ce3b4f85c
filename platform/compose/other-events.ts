import { ne } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { replicas as table } from '../database/schema.ts'
import { digestOf, summaryOf } from '../event/record/summary.ts'
import type { Log } from '../log.ts'
import { answerQuestion, createQuestion } from '../replicas/questions.ts'
import type { Replicas } from '../replicas/replicas.ts'

interface EventOfReplica {
  replica: string
  digest: string
}

interface OtherEventsOptions {
  database: Pick<Database, 'db'>
  bus: Bus
  replicas: Pick<Replicas, 'id' | 'isAlone'>
  clock: Clock
  log: Log
  event: CurrentEvent
}

const topic = 'event.running'
const answerTimeoutMs = 10_000

/**
 * Answers other replicas that start, and asks them which event they run: where the files differ, one replica accepts a
 * flag that another one refuses. Never rejects.
 */
export async function warnOfOtherEvents(options: OtherEventsOptions): Promise<void> {
  const { database, bus, replicas, clock, log, event } = options
  if (replicas.isAlone) return
  const digest = () => digestOf(summaryOf(event.current))
  answerQuestion<EventOfReplica>(bus, topic, from =>
    from === replicas.id ? null : { replica: replicas.id, digest: digest() },
  )
  const ask = createQuestion<EventOfReplica>(bus, clock, topic, answerTimeoutMs)
  try {
    const rows = await database.db.select().from(table).where(ne(table.id, replicas.id))
    if (rows.length === 0) return
    const answers = await ask(replicas.id, found =>
      rows.every(({ id }) => found.some(({ replica }) => replica === id)),
    )
    for (const { replica, digest: other } of answers)
      if (other !== digest())
        log.warn(
          { replica: rows.find(({ id }) => id === replica)?.url ?? replica },
          'another replica runs another event, so flags may be right there and wrong here: give both the same files and the same version, then reload',
        )
  } catch (error) {
    log.warn({ err: error }, 'the other replicas could not be asked which event they run')
  }
}
