import { memo, useMemo } from 'react'
import type { ScoreboardEntry } from '../../api/contract.ts'
import { DistantRows } from './distant-rows.tsx'
import { Row, type RowDetail } from './row.tsx'
import type { Segment } from './segments.ts'

interface RowsProps {
  rows: readonly ScoreboardEntry[]
  segments: readonly Segment[]
  /** Its index; -1 if there is none. */
  own: number
  teamMode: boolean
  detail: RowDetail
}

/** The rows of each segment. While the view moves, most renders of the table leave them alone. */
export const Rows = memo(function Rows({ rows, segments, own, teamMode, detail }: RowsProps) {
  const namesOf = useMemo(() => createNames(rows), [rows])
  // One list: in separate lists, all rows would be made again when the number of blocks changes.
  return segments.flatMap(({ from, to, isReal }) =>
    isReal
      ? rows
          .slice(from, to)
          .map((row, offset) => (
            <Row
              key={row.accountId}
              row={row}
              isOwn={from + offset === own}
              index={from + offset}
              count={rows.length}
              teamMode={teamMode}
              detail={detail}
            />
          ))
      : [
          // Points change in every row, names hardly ever.
          <DistantRows key={from} names={namesOf(from, to)} count={to - from} />,
        ],
  )
})

/** Made once for each block: ten thousand names take as long as a picture. */
function createNames(rows: readonly ScoreboardEntry[]) {
  const known = new Map<string, string>()
  return (from: number, to: number) => {
    const key = `${from} ${to}`
    const names =
      known.get(key) ??
      rows
        .slice(from, to)
        .map(row => row.displayName)
        .join('\n')
    known.set(key, names)
    return names
  }
}
