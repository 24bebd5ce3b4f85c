import type { ReactNode } from 'react'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import css from './empty-state.module.css'

interface EmptyStateProps {
  icon?: AnyIcon
  title: ReactNode
  /** The page shows nothing else, and the title is its heading. */
  alone?: boolean | undefined
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon = 'flag', title, alone, children, action }: EmptyStateProps) {
  const Title = alone ? 'h1' : 'p'
  return (
    <div className={css.empty}>
      <span className={css.icon}>
        <Icon name={icon} size="1.75rem" />
      </span>
      <Title className={css.title}>{title}</Title>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.actions}>{action}</div>}
    </div>
  )
}
