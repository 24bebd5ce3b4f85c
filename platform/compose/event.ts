import { resolve } from 'node:path'
import { settingOr } from '../database/settings.ts'
import type { EnvironmentDriver } from '../environments/driver.ts'
import { slugPath } from '../event/challenge-key.ts'
import { loadEvent } from '../event/load.ts'
import { type EventDefinition, formatProblem, type Problem } from '../event/model.ts'
import { type RanBefore, ranBefore, writeAsRun } from '../event/record/as-run.ts'
import { readRecord, writeRecord } from '../event/record/database.ts'
import type { Reloaded } from '../event/record/reload-report.ts'
import { type RunningEvent, runningEvent } from '../event/record/running.ts'
import { eventChanges, summaryOf } from '../event/record/summary.ts'
import { createDecidedEvent, type DecidedEvent } from '../organiser/decisions/decided-event.ts'
import { StartError } from '../start-error.ts'
import type { CompositionOptions } from './composition.ts'
import { asReadOnly } from './read-only.ts'

export interface OpenedEvent {
  readonly event: DecidedEvent
  /**
   * Reads the folder again. If event.yaml is broken, the event stays as it was.
   *
   * @throws EventError
   */
  reload(): Promise<Reloaded>
  /** What runs, for an organiser. */
  running(): Promise<RunningEvent>
  /** Logs the challenges whose environment this driver cannot run, or not within all of its limits. */
  logShortcomings(driver: EnvironmentDriver): void
}

/** @throws EventError when the event cannot be read, StartError if it has not ended and is to be read-only */
export async function openEvent({
  database,
  clock,
  log,
  eventFolder,
  isDefaultEvent,
  isReadOnly,
}: CompositionOptions): Promise<OpenedEvent> {
  const firstStart = new Date(await settingOr(database, 'firstStart', () => clock.now()))
  /** Another folder and another name: the data are of another event. */
  const heedOther = (event: EventDefinition, before: RanBefore | null) => {
    if (!before || before.folder === event.folder || before.name === event.name) return
    const data = `the data are of the event '${before.name}' in ${before.folder}`
    if (isDefaultEvent)
      throw new StartError(`${data}: name it with --event, or take another --data`)
    log.warn(
      `${data}: its accounts, passwords and solves stay, and 'first start' is when it started; for a new event, take another --data`,
    )
  }
  const read = async (before: RanBefore | null = null) => {
    const record = await readRecord(database, resolve(eventFolder))
    const loaded = await loadEvent(eventFolder, { firstStart, record })
    heedOther(loaded.event, before)
    await writeRecord(database, loaded, record)
    const notTaken = loaded.warnings.filter(({ severity }) => severity !== 'warning')
    await writeAsRun(database, loaded.event, notTaken.map(lineOf))
    for (const problem of loaded.warnings)
      log[problem.severity === 'kept' ? 'error' : 'warn'](lineOf(problem))
    return loaded
  }
  const base = (await read(await ranBefore(database))).event
  const adapt = isReadOnly ? asReadOnly : undefined
  const event = await createDecidedEvent({ database, clock, base, ...(adapt && { adapt }) })
  if (isReadOnly && clock.now() < event.current.end.getTime())
    throw new StartError(
      `--read-only: the event ends at ${event.current.end.toISOString()}; start without it until then`,
    )
  return {
    event,
    async reload() {
      const { event: next, warnings } = await read()
      const changes = eventChanges(summaryOf(event.base), summaryOf(next))
      event.replace(next)
      return { changes, problems: warnings }
    },
    running: async () =>
      runningEvent(event.base, await readRecord(database, event.base.folder), firstStart),
    logShortcomings(driver) {
      for (const challenge of event.current.challenges) {
        const { environment } = challenge
        if (!environment) continue
        const path = slugPath(challenge)
        const reason = driver.unsupported(environment)
        if (reason) log.warn(`${path} cannot be started here: ${reason}`)
        else for (const one of driver.shortcomings(environment)) log.warn(`${path}: ${one}`)
      }
    },
  }
}

const lineOf = (problem: Problem) =>
  formatProblem(problem) + (problem.severity === 'left out' ? '; the challenge is left out' : '')
