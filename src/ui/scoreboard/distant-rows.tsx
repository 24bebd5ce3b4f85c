import type { ScoreboardRow } from '../../machines/scoreboard/rows.ts'
import { roles } from './roles.ts'
import css from './scoreboard.module.css'

/** React knows `hidden` as a boolean alone. */
const hideUntilFound = (element: HTMLElement | null) =>
  element?.setAttribute('hidden', 'until-found')

/** Rows far from what is in view: their height, and their names for find-in-page. */
export function DistantRows({ rows }: { rows: readonly ScoreboardRow[] }) {
  return (
    <tr
      ref={hideUntilFound}
      {...roles.none}
      className={css.distant}
      style={{ blockSize: `calc(${rows.length} * var(--row))` }}
    >
      <td {...roles.none}>{rows.map(row => row.displayName).join('\n')}</td>
    </tr>
  )
}
