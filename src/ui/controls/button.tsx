import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'
import css from './button.module.css'
import motion from './motion.module.css'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large'
  icon?: AnyIcon
  /** Takes the whole width of its container. */
  block?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /**
   * What the button did is not complete yet. It shows a spinner, keeps focus and width, and ignores clicks
   * and a form's Enter.
   */
  busy?: boolean
  /** Stands in for the children while busy. */
  busyLabel?: ReactNode
  /** Shakes once each time that it becomes true. */
  shake?: boolean
}

export const buttonClass = ({ variant = 'secondary', size = 'medium', block }: ButtonLook) =>
  cx(css.button, css[variant], css[size], block && css.block)

export function Button({
  variant,
  size,
  icon,
  block,
  busy = false,
  busyLabel,
  shake,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const inert = busy || rest['aria-disabled'] === true
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={inert || undefined}
      className={cx(buttonClass({ variant, size, block }), shake && motion.shake, className)}
      onClick={guard}
    >
      <span
        className={cx(css.face, busy && css.faded)}
        aria-hidden={busy && busyLabel !== undefined}
      >
        {icon && <Icon name={icon} />}
        {children}
      </span>
      <span className={cx(css.face, !busy && css.faded)} aria-hidden={!busy}>
        {busy && <Spinner />}
        {busyLabel}
      </span>
    </button>
  )
}
