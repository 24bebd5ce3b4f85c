import { settingOr } from '../database/settings.ts'
import type { EnvironmentDriver } from '../environments/driver.ts'
import { loadEvent } from '../event/load.ts'
import { formatProblem } from '../event/model.ts'
import { createLiveEvent, type LiveEvent } from '../live-event.ts'
import type { CompositionOptions } from './composition.ts'

export interface OpenedEvent {
  readonly event: LiveEvent
  /** Reads the folder again. Rejects if it is broken; the event then stays as it was. */
  reload(): Promise<void>
  /** Logs the challenges whose environment this driver cannot run. */
  logUnstartable(driver: EnvironmentDriver): void
}

/** @throws EventError when the event cannot be read */
export async function openEvent({
  database,
  clock,
  log,
  eventFolder,
}: CompositionOptions): Promise<OpenedEvent> {
  const firstStart = new Date(await settingOr(database, 'firstStart', () => clock.now()))
  const read = async () => {
    const { event, warnings } = await loadEvent(eventFolder, { firstStart })
    for (const problem of warnings) log.warn(formatProblem(problem))
    return event
  }
  const event = createLiveEvent(await read())
  return {
    event,
    async reload() {
      event.replace(await read())
    },
    logUnstartable(driver) {
      for (const { categorySlug, slug, environment } of event.current.challenges) {
        const reason = environment && driver.unsupported(environment)
        if (reason) log.warn(`${categorySlug}/${slug} cannot be started here: ${reason}`)
      }
    },
  }
}
