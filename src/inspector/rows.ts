import { type Actor, type Actors, actorKey, follow, type PageEntry } from './actors.ts'
import { stateText } from './words.ts'

export interface Row extends PageEntry {
  /** Its place among all rows that came, from 0. */
  readonly at: number
  /** The row that began what led to it: an event of a person, of the network or of a timer. */
  readonly cause: number
  /** How many events are between it and its cause. */
  readonly depth: number
  /** The state before it, if the row changed the state. */
  readonly before: string | null
}

const MAX_ROWS = 50_000
/** After this many rows, the actors are kept as they are then. */
const KEEP_INTERVAL = 500
/** How many rows are removed at once: removing one for each new row would copy all rows each time. */
const CUT_SIZE = 10 * KEEP_INTERVAL

/** The rows that are kept, and the actors at the moment of each of them. */
export function createRows() {
  const actors = new Map<string, Actor>()
  /** The last row of each actor. */
  const lastOf = new Map<string, Row>()
  let rows: Row[] = []
  let count = 0
  /** The actors before the row of that number. */
  let kept: { readonly at: number; readonly actors: Actors }[] = []

  const keep = () => kept.push({ at: count, actors: new Map(actors) })

  function causeOf({ page, source, type }: PageEntry): Row | undefined {
    if (source === undefined || type.startsWith('xstate.after.')) return undefined
    const before = lastOf.get(actorKey(page, source))
    // An effect reports what comes from outside.
    return before?.machine === undefined ? undefined : before
  }

  return {
    actors,
    /** The oldest first. It grows in place. */
    get all(): readonly Row[] {
      return rows
    },
    add(entry: PageEntry): Row {
      if (count % KEEP_INTERVAL === 0) keep()
      const cause = causeOf(entry)
      const key = actorKey(entry.page, entry.actor)
      const before = actors.get(key)?.state
      follow(actors, entry)
      const isChanged = before !== undefined && before !== stateText(entry.value ?? '')
      const row: Row = {
        ...entry,
        at: count,
        cause: cause?.cause ?? count,
        depth: cause ? cause.depth + 1 : 0,
        before: isChanged && entry.machine !== undefined ? before : null,
      }
      rows.push(row)
      lastOf.set(key, row)
      count += 1
      return row
    },
    /** Forgets the oldest rows if there are too many. @returns the number of the first row that is kept */
    cut(): number {
      const [first] = rows
      if (rows.length <= MAX_ROWS || !first) return first?.at ?? count
      const end = first.at + rows.length - MAX_ROWS + CUT_SIZE
      // The actors are kept at such a number.
      const next = end - (end % KEEP_INTERVAL)
      rows = rows.slice(next - first.at)
      kept = kept.filter(({ at }) => at >= next)
      return next
    },
    clear() {
      rows = []
      kept = []
      keep()
    },
    /** Says that actors ended without an event. */
    keep,
    /** The actors right after a row. */
    actorsAt(at: number): Actors {
      const known = kept.findLast(one => one.at <= at)
      const then = new Map(known?.actors)
      const first = rows[0]?.at ?? 0
      for (const row of rows.slice((known?.at ?? first) - first, at + 1 - first)) follow(then, row)
      return then
    },
  }
}
