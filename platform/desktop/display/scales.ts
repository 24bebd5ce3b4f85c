import { type Clock, realClock } from '../../clock.ts'
import type { Log } from '../../log.ts'

/**
 * The least milliseconds between two sizes of texts that a desktop gets. For each it starts its window manager and its
 * panel again, one size after the other. A desktop of processes does not say when that is done.
 */
export const scaleIntervalMs = 2000

interface ScalesOptions {
  /** See `DesktopDriver`. */
  set(id: string, percent: number): Promise<void>
  /** Default: the host's clock. */
  clock?: Pick<Clock, 'after'>
  log: Log
}

/**
 * Sets sizes of texts, one after the other for each desktop. While one is set, and until its interval is over, only the
 * newest of those that arrive is kept: a page sends one whenever its window changes.
 */
export function createScales({ set, clock = realClock, log }: ScalesOptions) {
  const wanted = new Map<string, number>()
  const busy = new Set<string>()

  return async function setScale(id: string, percent: number): Promise<void> {
    wanted.set(id, percent)
    if (busy.has(id)) return
    busy.add(id)
    for (let next = wanted.get(id); next !== undefined; next = wanted.get(id)) {
      wanted.delete(id)
      const rested = new Promise<void>(resolve => clock.after(scaleIntervalMs, resolve))
      await set(id, next).catch(error =>
        log.warn({ desktop: id, err: error }, 'the size of texts was not set'),
      )
      await rested
    }
    busy.delete(id)
  }
}
