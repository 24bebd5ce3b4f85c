import type { Clock } from '../clock.ts'

/** Something that is made of a board, or the board itself. */
interface Made<T> {
  value: T
  /** Of the standings that it was made of. */
  version: number
}

interface Reading<T> {
  /** The newest of the standings. */
  version: number
  /** Of the reader's own last change; 0: nobody's. */
  own: number
  make(): Made<T>
}

export interface BoardCache<T> {
  read(reading: Reading<T>): T
  /** The next reader gets what is made at that moment, whatever it costs. */
  refresh(): void
}

/**
 * What is stale is used for ten times as long as it took to make. So making it takes at most a tenth of a core.
 */
const staleTimesCost = 10
/** In milliseconds of processor time. What costs less is made for the first reader after a change. */
const cheapMs = 5
/** What costs less is made for the account that made the change. */
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
