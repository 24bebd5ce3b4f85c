import type { ScoreboardRow } from '../../domain/scoreboard-rows.ts'
import type { InView } from './use-row-in-view.ts'

/** Rows from `from` up to, and without, `to`. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly isReal: boolean
}

/** Rows that are rendered, or become distant, together. */
const CHUNK = 25
/** Chunks rendered on either side of the one in view: enough for a tall screen, zoomed out. */
const AROUND = 3

/**
 * Divides the rows into rendered and distant ones. The own row is always rendered. `inView` is the
 * index of a row in view, or `all` to render every row.
 */
export function segmentsOf(rows: readonly ScoreboardRow[], inView: InView): readonly Segment[] {
  if (inView === 'all') return [{ from: 0, to: rows.length, isReal: true }]
  const middle = Math.floor(inView / CHUNK)
  const own = rows.findIndex(row => row.isOwn)
  const segments: Segment[] = []
  for (let from = 0; from < rows.length; from += CHUNK) {
    const to = Math.min(from + CHUNK, rows.length)
    const isReal = Math.abs(from / CHUNK - middle) <= AROUND
    if (isReal || own < from || own >= to) {
      segments.push({ from, to, isReal })
      continue
    }
    segments.push({ from, to: own, isReal: false })
    segments.push({ from: own, to: own + 1, isReal: true })
    segments.push({ from: own + 1, to, isReal: false })
  }
  return segments.filter(segment => segment.from < segment.to)
}
