import type { ReactNode } from 'react'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import css from './badge.module.css'

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warn' | 'danger'
  icon?: AnyIcon
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={cx(css.badge, css[tone])}>
      {icon && <Icon name={icon} size="0.875rem" />}
      {children}
    </span>
  )
}
