import { type ReactNode, useId } from 'react'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import css from './panel.module.css'

interface PanelProps {
  title?: ReactNode
  /** Heading level of the title. */
  level?: 2 | 3 | 4
  icon?: AnyIcon
  /** At the end of the header: a badge, a button. */
  aside?: ReactNode
  /** No padding around the content, for tables and lists that reach the edge. */
  flush?: boolean
  children: ReactNode
}

/** A card with an optional header. With a title, it is a region of the page. */
export function Panel({ title, level = 2, icon, aside, flush, children }: PanelProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={css.panel} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={css.header}>
          {icon && <Icon name={icon} />}
          <Heading id={id} className={css.title}>
            {title}
          </Heading>
          {aside && <div className={css.aside}>{aside}</div>}
        </header>
      )}
      <div className={cx(css.body, flush && css.flush)}>{children}</div>
    </section>
  )
}
