import type { MouseEvent } from 'react'

/** For a popover that holds links: whoever follows one is done with it. */
export function closePopover({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover?.()
}
