import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useDeferredValue, useMemo, useRef } from 'react'
import type { ScoreboardEntry } from '../../api/contract.ts'
import { roles } from '../layout/table-roles.ts'
import { pointsText } from '../text/points.ts'
import type { RowDetail } from './row.tsx'
import { Rows } from './rows.tsx'
import css from './scoreboard.module.css'
import { segmentsOf } from './segments.ts'
import { useRowInView } from './use-row-in-view.ts'
import { useRowsAround } from './use-rows-around.ts'

interface ScoreboardTableProps {
  rows: readonly ScoreboardEntry[]
  /** Undefined if the user has no account. */
  ownId?: string | undefined
  label: string
  teamMode: boolean
  detail: RowDetail
}

/**
 * A table of any length in few DOM nodes. Rows near the view, and the user's own row, are rendered. The others are
 * blocks of the same height that contain only the names. The names are hidden until found, so that
 * find-in-page scrolls to them. Then the rows are rendered. Screen readers get row counts and indexes of
 * the whole table.
 */
export function ScoreboardTable({ rows, ownId, label, teamMode, detail }: ScoreboardTableProps) {
  const { i18n } = useLingui()
  const body = useRef<HTMLTableSectionElement>(null)
  const current = useRowInView(body, rows.length)
  // The rows near the view are rendered already, so the next ones may wait. A printer does not wait.
  const deferred = useDeferredValue(current)
  const inView = current === 'all' ? current : deferred
  const own = useMemo(() => rows.findIndex(row => row.accountId === ownId), [rows, ownId])
  const around = useRowsAround(inView)
  const segments = useMemo(
    () => segmentsOf(rows.length, own, inView, around),
    [rows.length, own, inView, around],
  )
  // The first row has the most points, the last one the fewest: of those, a minus sign may be the longest.
  const digits = Math.max(
    ...[rows[0], rows.at(-1)].map(row => pointsText(i18n, row?.points ?? 0).length),
  )
  // On a phone and a tablet, six of them are as wide as the head of their column.
  const width = { '--digits': `max(3.25rem, ${digits * 0.65}em)` } as CSSProperties
  return (
    <table
      {...roles.table}
      className={css.table}
      style={width}
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
        <Rows {...{ rows, segments, own, teamMode, detail }} />
      </tbody>
    </table>
  )
}
