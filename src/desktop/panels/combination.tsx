import type { ReactNode } from 'react'
import css from './panel.module.css'

/** Keys that are pressed together or one after the other. They stay in one line. */
export function Combination({ children }: { children: ReactNode }) {
  return <span className={css.combination}>{children}</span>
}
