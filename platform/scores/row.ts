import type { ScoreboardEntry } from '../../src/api/contract.ts'
import { compareResults, type Result } from './board.ts'

/** An account in the standings of its group. */
export interface Row extends Result {
  /** What happens to its entry on the next board. */
  movement: 'new' | 'stays' | 'moves' | 'gone'
  /** See `Standings`. */
  changedAt: number
  /** Its entry on the last board. */
  entry: ScoreboardEntry | null
  /** The time `last` that the entry shows. */
  shown: number
}

/** Rows that all lost the same points are already in order, and sorting them costs little. */
export const sorted = (rows: Row[]): Row[] => rows.sort(compareResults)

/** Merges two lists that are in order. It compares few rows of the long list if the short one is very short. */
export function merged(long: readonly Row[], short: readonly Row[]): Row[] {
  const all: Row[] = []
  let from = 0
  for (const row of short) {
    const index = indexIn(long, row, from)
    for (; from < index; from++) all.push(long[from] as Row)
    all.push(row)
  }
  for (; from < long.length; from++) all.push(long[from] as Row)
  return all
}

/** The first index from `from` on whose row comes after this one. */
function indexIn(rows: readonly Row[], row: Row, from: number): number {
  const isAhead = (at: number) => compareResults(rows[at] as Row, row) < 0
  let low = from
  let step = 1
  while (low + step <= rows.length && isAhead(low + step - 1)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, rows.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAhead(middle)) low = middle + 1
    else high = middle
  }
  return low
}
