import type { ReactNode } from 'react'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import css from './notice.module.css'

export type NoticeTone = 'info' | 'success' | 'warn' | 'danger'

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** Stands in for the tone's own icon. */
  icon?: AnyIcon
  /** Buttons or links at the end. */
  action?: ReactNode
  /** Announced when it appears. 'polite' waits for a pause, 'assertive' interrupts. */
  live?: 'polite' | 'assertive'
  /** A strip from edge to edge, for banners. */
  banner?: boolean
}

const icons = {
  info: 'info',
  success: 'circleCheck',
  warn: 'warning',
  danger: 'circleX',
} as const satisfies Record<NoticeTone, AnyIcon>

const roles = { polite: 'status', assertive: 'alert' } as const

export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, icon, action, live, banner } = props
  return (
    <div className={cx(css.notice, css[tone], banner && css.banner)} role={live && roles[live]}>
      <span className={css.icon}>
        <Icon name={icon ?? icons[tone]} />
      </span>
      <div className={css.content}>
        <div className={css.text}>
          {title && <strong className={css.title}>{title}</strong>}
          {children}
        </div>
        {action && <div className={css.action}>{action}</div>}
      </div>
    </div>
  )
}
