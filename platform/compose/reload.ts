import type { CurrentEvent } from '../current-event.ts'
import { isOutOfDisk, outOfDisk } from '../database/outage.ts'
import { EventError, formatProblem, type Problem } from '../event/model.ts'
import type { Reloaded, ReloadReport } from '../event/record/reload-report.ts'
import { digestOf, summaryOf } from '../event/record/summary.ts'
import type { Log } from '../log.ts'
import { plainError } from '../plain-error.ts'
import { type AskOthersOptions, createAskOthers } from '../replicas/ask-others.ts'
import type { Replicas } from '../replicas/replicas.ts'

interface ReloadOptions extends AskOthersOptions {
  replicas: Pick<Replicas, 'id' | 'isAlone'>
  log: Log
  event: CurrentEvent
  /** Replaces the event of this replica. @throws EventError */
  replace: () => Promise<Reloaded>
}

/** What one replica answers to the one that asked. */
interface ReplicaAnswer {
  /** How many. */
  errors: number
  digest: string
}

/** Reads the event's folder again, on this replica and on all others. Never rejects. */
export function createReload(options: ReloadOptions): () => Promise<ReloadReport> {
  const { replicas, log, event, replace } = options
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
      return {
        ...nothing,
        errors: [isOutOfDisk(error) ? `${outOfDisk}, and read the event again` : plainError(error)],
      }
    }
  }
  // One after the other: the second one may have begun before the files were complete.
  const hereInTurn = () => {
    const next = last.then(here)
    last = next
    return next
  }

  const askOthers = createAskOthers<ReplicaAnswer>(options, 'event.reload', async () => {
    const { errors } = await hereInTurn()
    return { errors: errors.length, digest: digest() }
  })

  async function others(): Promise<string[]> {
    const answers = await askOthers()
    const mine = digest()
    return answers.map(({ replica, answer }) => `${replica}: ${outcome(answer, mine)}`)
  }

  return async function reload() {
    const report = await hereInTurn()
    if (replicas.isAlone || report.errors.length > 0) return report
    const lines = await others().catch(error => [`could not be asked: ${plainError(error)}`])
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
  const messagesOf = (severity: Problem['severity']) =>
    problems.filter(one => one.severity === severity).map(formatProblem)
  return {
    errors: messagesOf('error'),
    kept: messagesOf('kept'),
    leftOut: messagesOf('left out'),
    warnings: messagesOf('warning'),
  }
}

function outcome(answer: ReplicaAnswer | null, digest: string): string {
  if (!answer) return 'did not answer; it reads the folder when it starts again'
  if (answer.errors > 0) return 'could not read its folder; its event stays as it was'
  if (answer.digest !== digest) return 'runs another event: its folder has other files'
  return 'runs the same event'
}
