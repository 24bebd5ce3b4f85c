import type { Clock } from '../clock.ts'

/** A board, or an answer that is made of one. */
interface Made<T> {
  value: T
  /** The version of the standings that it was made of. */
  version: number
}

interface WantedBoard<T> {
  /** The newest version of the standings. */
  version: number
  /** The version of the reader's own last change; 0: there is no reader. */
  own: number
  make(): Made<T>
}

export interface BoardCache<T> {
  read(wanted: WantedBoard<T>): T
  /** Makes the value again for the next reader, whatever that costs. */
  refresh(): void
}

/**
 * A stale value is used for ten times as long as it took to make. So making values takes at most a tenth of a
 * core.
 */
const staleTimesCost = 10
/**
 * In milliseconds of processor time. A value that costs less is made again for the first reader after a change.
 */
const cheapMs = 5
/** A value that costs less is made again for the account that made the change. */
const affordableMs = 50

export function createBoardCache<T>(clock: Pick<Clock, 'monotonic' | 'processor'>): BoardCache<T> {
  let kept: (Made<T> & { cost: number; madeAt: number }) | null = null
  return {
    read({ version, own, make }) {
      if (kept?.version === version) return kept.value
      if (kept && kept.cost >= cheapMs) {
        const isNew = clock.monotonic() - kept.madeAt <= staleTimesCost * kept.cost
        if (isNew && (kept.cost > affordableMs || own <= kept.version)) return kept.value
      }
      const before = clock.processor()
      const made = make()
      kept = { ...made, cost: clock.processor() - before, madeAt: clock.monotonic() }
      return kept.value
    },
    refresh() {
      if (kept) kept.cost = 0
    },
  }
}
