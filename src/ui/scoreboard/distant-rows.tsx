import { memo } from 'react'
import type { ScoreboardRow } from '../../machines/scoreboard/rows.ts'
import { roles } from '../parts/tableRoles.ts'
import css from './scoreboard.module.css'

/** React knows `hidden` as a boolean alone. */
const hideUntilFound = (element: HTMLElement | null) =>
  element?.setAttribute('hidden', 'until-found')

interface DistantRowsProps {
  rows: readonly ScoreboardRow[]
  /** Of the rows, those from here up to, and without, `to`. */
  from: number
  to: number
}

/** Rows far from what is in view: their height, and their names for find-in-page. */
export const DistantRows = memo(function DistantRows({ rows, from, to }: DistantRowsProps) {
  const names = rows.slice(from, to).map(row => row.displayName)
  return (
    <tr
      ref={hideUntilFound}
      {...roles.none}
      className={css.distant}
      style={{ blockSize: `calc(${to - from} * var(--row))` }}
    >
      <td {...roles.none}>{names.join('\n')}</td>
    </tr>
  )
})
