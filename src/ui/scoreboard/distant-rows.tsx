import { memo } from 'react'
import { roles } from '../layout/table-roles.ts'
import css from './scoreboard.module.css'

/** React knows `hidden` as a boolean alone. */
const hideUntilFound = (element: HTMLElement | null) =>
  element?.setAttribute('hidden', 'until-found')

interface DistantRowsProps {
  /** A line each. */
  names: string
  count: number
}

/** Rows far from what is in view: their height, and their names for find-in-page. */
export const DistantRows = memo(function DistantRows({ names, count }: DistantRowsProps) {
  return (
    <tr
      ref={hideUntilFound}
      {...roles.none}
      className={css.distant}
      style={{ blockSize: `calc(${count} * var(--row))` }}
    >
      <td {...roles.none}>{names}</td>
    </tr>
  )
})
