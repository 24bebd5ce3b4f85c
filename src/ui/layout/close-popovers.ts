import type { MouseEvent } from 'react'

/** Closes a popover when one of its links is followed. */
export function closePopover({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.hidePopover?.()
}

/** Closes what is open over the page, or over one of its elements. */
export function closePopovers(root: ParentNode) {
  for (const shown of root.querySelectorAll<HTMLElement>(':popover-open')) shown.hidePopover()
}
