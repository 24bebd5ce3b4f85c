import type { MouseEvent } from 'react'

/** Closes a popover when one of its links is followed. */
export function closePopover({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover?.()
}
