import type { ReactNode } from 'react'
import css from './table.module.css'

interface TableProps {
  /** Names the table, and the frame that scrolls it sideways. */
  label: string
  /** thead and tbody. `data-own` marks a row as the viewer's, `data-rank` 1 to 3 as a winner, `data-num` a cell as a number. */
  children: ReactNode
}

export function Table({ label, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would speak of a form.
    <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={css.table} aria-label={label}>
        {children}
      </table>
    </div>
  )
}
