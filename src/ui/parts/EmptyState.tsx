import type { ReactNode } from 'react'
import { Icon, type IconName } from '../art/Icon.tsx'
import css from './EmptyState.module.css'

interface EmptyStateProps {
  icon?: IconName
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon = 'flag', title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <span className={css.icon}>
        <Icon name={icon} size="1.75rem" />
      </span>
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      {action}
    </div>
  )
}
