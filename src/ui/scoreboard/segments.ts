import { type InView, STEP } from './use-row-in-view.ts'

/** Rows from `from` up to, and without, `to`. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly isReal: boolean
}

/** Distant rows that are one block: many far from the rendered rows, fewer beside them. */
const FAR_ROWS = 500
const NEAR_ROWS = 25
/**
 * Divides a number of rows into rendered and distant ones. The user's own row is always rendered; -1 if there is none.
 * `inView` is the index of a row in view, or `all` to render every row; `around` is how many rows on either side of it
 * are rendered, too.
 */
export function segmentsOf(
  count: number,
  own: number,
  inView: InView,
  around: number,
): readonly Segment[] {
  if (inView === 'all') return [{ from: 0, to: count, isReal: true }]
  const first = Math.max(0, inView - around)
  const last = Math.min(count, inView + STEP + around)
  return [
    ...blocksOf(0, first, own),
    { from: first, to: last, isReal: true },
    ...blocksOf(last, count, own),
  ].filter(segment => segment.from < segment.to)
}

/** They begin at multiples of their size, so that nearly all stay as they are while the view moves. */
function blocksOf(start: number, end: number, own: number): Segment[] {
  const blocks: Segment[] = []
  for (let from = start; from < end; ) {
    const size = from % FAR_ROWS === 0 && from + FAR_ROWS <= end ? FAR_ROWS : NEAR_ROWS
    const to = Math.min((Math.floor(from / size) + 1) * size, end)
    if (own < from || own >= to) blocks.push({ from, to, isReal: false })
    else
      blocks.push(
        { from, to: own, isReal: false },
        { from: own, to: own + 1, isReal: true },
        { from: own + 1, to, isReal: false },
      )
    from = to
  }
  return blocks
}
