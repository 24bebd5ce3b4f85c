import type { ReactNode } from 'react'
import css from './prose.module.css'

/** Running text: rendered markdown, explanations, guides. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={css.prose}>{children}</div>
}
