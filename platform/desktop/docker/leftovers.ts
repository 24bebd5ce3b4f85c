import type { Log } from '../../log.ts'
import type { KnownDesktops } from '../driver.ts'
import { type DesktopEngine, graceMs } from './engine.ts'

interface LeftoversOptions {
  engine: DesktopEngine
  /** Whether this replica runs it. */
  runs: (id: string) => boolean
  log: Log
}

/** Ends containers that no replica looks after, and deletes homes of desktops that are gone. */
export async function endLeftovers(
  { engine, runs, log }: LeftoversOptions,
  known: () => Promise<KnownDesktops>,
): Promise<void> {
  // The engine is asked before the table, because a row is written before its container is made.
  const containers = await engine.all()
  const homes = await engine.homes()
  const { all, alive } = await known()
  for (const id of containers.keys())
    if (!alive.has(id) && !runs(id)) {
      log.warn({ desktop: id }, 'ended a leftover')
      await engine.remove(id, graceMs)
    }
  for (const id of homes)
    if (!all.has(id) && !runs(id)) {
      log.warn({ desktop: id }, 'deleted the home of a desktop that is gone')
      await engine.removeHome(id)
    }
}
