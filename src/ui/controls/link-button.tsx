import type { ComponentProps } from 'react'
import { Icon } from '../art/icon.tsx'
import { cx } from '../cx.ts'
import css from './button.module.css'
import { type ButtonLook, buttonClass } from './button.tsx'
import { type PageLinkProps, usePageLink } from './link.tsx'

type LinkButtonProps = ComponentProps<'a'> & ButtonLook

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  icon,
  block,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, block }), className)}>
      <span className={css.face}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </a>
  )
}

/** A link to a page of the app that looks like a button. */
export const PageButton = ({
  href,
  onOpen,
  ...rest
}: Omit<LinkButtonProps, 'href' | 'onClick'> & PageLinkProps) => (
  <LinkButton {...rest} href={href} onClick={usePageLink({ href, onOpen })} />
)
