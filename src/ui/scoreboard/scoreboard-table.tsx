import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useRef } from 'react'
import type { ScoreboardEntry } from '../../api/contract.ts'
import { roles } from '../layout/table-roles.ts'
import { DistantRows } from './distant-rows.tsx'
import { Row, type RowDetail } from './row.tsx'
import css from './scoreboard.module.css'
import { segmentsOf } from './segments.ts'
import { useRowInView } from './use-row-in-view.ts'
import { useRowsAround } from './use-rows-around.ts'

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

interface ScoreboardTableProps {
  rows: readonly ScoreboardEntry[]
  /** Undefined if the viewer has no account. */
  ownId?: string | undefined
  label: string
  teamMode: boolean
  detail: RowDetail
}

/**
 * A table of any length in few DOM nodes. Rows near the view, and the own row, are rendered. The others are
 * blocks of the same height that contain only the names. The names are hidden until found, so that
 * find-in-page scrolls to them. Then the rows are rendered. Screen readers get row counts and indexes of
 * the whole table.
 */
export function ScoreboardTable({ rows, ownId, label, teamMode, detail }: ScoreboardTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const current = useRowInView(body, rows.length)
  // The rows near the view are rendered already, so the next ones may wait. A printer does not wait.
  const deferred = useDeferredValue(current)
  const inView = current === 'all' ? current : deferred
  const namesOf = useMemo(() => createNames(rows), [rows])
  const own = useMemo(() => rows.findIndex(row => row.accountId === ownId), [rows, ownId])
  const around = useRowsAround(inView)
  const segments = useMemo(
    () => segmentsOf(rows.length, own, inView, around),
    [rows.length, own, inView, around],
  )
  return (
    <table
      {...roles.table}
      className={css.table}
      data-detail={detail}
      aria-label={label}
      aria-rowcount={rows.length + 1}
    >
      <thead {...roles.group} className={css.head}>
        <tr {...roles.row} aria-rowindex={1} className={css.row}>
          <th {...roles.columnHeader}>
            <Trans>Rank</Trans>
          </th>
          <th {...roles.columnHeader} className={css.number}>
            <Trans>Points</Trans>
          </th>
          <th {...roles.columnHeader}>{teamMode ? <Trans>Team</Trans> : <Trans>User</Trans>}</th>
          <th {...roles.columnHeader} className={css.number}>
            <Trans>Flags</Trans>
          </th>
          {detail !== 'none' && (
            <th {...roles.columnHeader} className={css.last}>
              <Trans>Last flag</Trans>
            </th>
          )}
          {detail === 'all' && (
            <th {...roles.columnHeader} className={css.change}>
              <Trans>Past hour</Trans>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body} {...roles.group} className={css.body}>
        {/* One list: in lists of their own, all rows would be made anew when the number of blocks changes. */}
        {segments.flatMap(({ from, to, isReal }) =>
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
        )}
      </tbody>
    </table>
  )
}
