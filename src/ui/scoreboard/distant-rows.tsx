import { memo } from 'react'
import { roles } from '../layout/table-roles.ts'
import css from './scoreboard.module.css'

/** React's types have `hidden` only as a boolean. */
const hideUntilFound = (element: HTMLElement | null) =>
  element?.setAttribute('hidden', 'until-found')

interface DistantRowsProps {
  /** One name in each line. */
  names: string
  count: number
}

/** Rows far from the view: one block of their height, with their names for find-in-page. */
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
