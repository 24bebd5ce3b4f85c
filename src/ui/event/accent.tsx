import type { ReactNode } from 'react'
import { accentProperties } from '../../domain/accent.ts'
import css from './accent.module.css'
import { useBrand } from './use-event.ts'

/** Shows its children in the event's accent colour, if it has one. */
export function Accent({ children }: { children: ReactNode }) {
  const { accentColor } = useBrand()
  return (
    <div className={css.accent} style={accentColor && accentProperties(accentColor)}>
      {children}
    </div>
  )
}
