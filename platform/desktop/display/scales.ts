import type { Log } from '../../log.ts'

/**
 * Sets sizes of texts, one after the other for each desktop. While one is set, only the newest of those that arrive
 * is kept: a page sends one whenever its window changes.
 *
 * @param set see `DesktopDriver`
 */
export function createScales(set: (id: string, percent: number) => Promise<void>, log: Log) {
  const wanted = new Map<string, number>()
  const busy = new Set<string>()

  return async function setScale(id: string, percent: number): Promise<void> {
    wanted.set(id, percent)
    if (busy.has(id)) return
    busy.add(id)
    for (let next = wanted.get(id); next !== undefined; next = wanted.get(id)) {
      wanted.delete(id)
      await set(id, next).catch(error =>
        log.warn({ desktop: id, err: error }, 'the size of texts was not set'),
      )
    }
    busy.delete(id)
  }
}
