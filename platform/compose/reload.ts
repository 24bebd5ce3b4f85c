import { ne } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { replicas as table } from '../database/schema.ts'
import { EventError, formatProblem, type Problem } from '../event/model.ts'
import type { Reloaded, ReloadReport } from '../event/record/reload-report.ts'
import { digestOf, summaryOf } from '../event/record/summary.ts'
import type { Log } from '../log.ts'
import { answerQuestion, createQuestion } from '../replicas/questions.ts'
import type { Replicas } from '../replicas/replicas.ts'

interface ReloadOptions {
  database: Pick<Database, 'db'>
  bus: Bus
  replicas: Pick<Replicas, 'id' | 'isAlone'>
  clock: Clock
  log: Log
  event: CurrentEvent
  /** Replaces the event of this replica. @throws EventError */
  replace: () => Promise<Reloaded>
}

/** What one replica answers to the one that asked. */
interface ReplicaAnswer {
  replica: string
  /** How many. */
  errors: number
  digest: string
}

const topic = 'event.reload'
const answerTimeoutMs = 10_000

/** Reads the event's folder again, on this replica and on all others. Never rejects. */
export function createReload(options: ReloadOptions): () => Promise<ReloadReport> {
  const { database, bus, replicas, clock, log, event, replace } = options
  const digest = () => digestOf(summaryOf(event.current))
  let last: Promise<unknown> = Promise.resolve()

  const here = async (): Promise<ReloadReport> => {
    try {
      const { changes, problems } = await replace()
      log.info({ changes }, 'the event was read again')
      return { ...nothing, changes, ...bySeverity(problems) }
    } catch (error) {
      log.error({ err: error }, 'the event could not be read again; it stays as it was')
      if (error instanceof EventError) return { ...nothing, ...bySeverity(error.problems) }
      return { ...nothing, errors: [(error as Error).message] }
    }
  }
  // One after the other: the second one may have begun before the files were complete.
  const hereInTurn = () => {
    const next = last.then(here)
    last = next
    return next
  }

  answerQuestion<ReplicaAnswer>(bus, topic, async from => {
    if (from === replicas.id) return null
    const { errors } = await hereInTurn()
    return { replica: replicas.id, errors: errors.length, digest: digest() }
  })
  const ask = createQuestion<ReplicaAnswer>(bus, clock, topic, answerTimeoutMs)

  async function others(): Promise<string[]> {
    const rows = await database.db.select().from(table).where(ne(table.id, replicas.id))
    if (rows.length === 0) return []
    const answers = await ask(replicas.id, found =>
      rows.every(({ id }) => found.some(({ replica }) => replica === id)),
    )
    const mine = digest()
    return rows.map(row => {
      const answer = answers.find(({ replica }) => replica === row.id)
      return `${row.url ?? row.id}: ${outcome(answer, mine)}`
    })
  }

  return async function reload() {
    const report = await hereInTurn()
    if (replicas.isAlone || report.errors.length > 0) return report
    const lines = await others().catch(error => [`could not be asked: ${(error as Error).message}`])
    return { ...report, replicas: lines }
  }
}

const nothing: ReloadReport = {
  errors: [],
  changes: [],
  kept: [],
  leftOut: [],
  warnings: [],
  replicas: [],
}

function bySeverity(problems: readonly Problem[]) {
  const of = (severity: Problem['severity']) =>
    problems.filter(one => one.severity === severity).map(formatProblem)
  return {
    errors: of('error'),
    kept: of('kept'),
    leftOut: of('left out'),
    warnings: of('warning'),
  }
}

function outcome(answer: ReplicaAnswer | undefined, digest: string): string {
  if (!answer) return 'did not answer; it reads the folder when it starts again'
  if (answer.errors > 0) return 'could not read its folder; its event stays as it was'
  if (answer.digest !== digest) return 'runs another event: its folder has other files'
  return 'runs the same event'
}
