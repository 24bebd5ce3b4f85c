import type { ComponentProps } from 'react'
import { Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import css from './button.module.css'
import { type ButtonLook, buttonClass } from './button.tsx'

/** A link that looks like a button. It opens a page, or downloads. */
export function LinkButton({
  variant,
  size,
  icon,
  block,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, block }), className)}>
      <span className={css.face}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </a>
  )
}
