// biome-ignore lint/style/noRestrictedImports: the heading exists only once the page is in the DOM.
import { type RefObject, useLayoutEffect } from 'react'
import { closePopovers } from '../layout/close-popovers.ts'
import { focusPage } from '../layout/focus-page.ts'

interface FocusProps {
  page: string
  /** The page that was shown last. */
  last: RefObject<string | null>
}

/**
 * Moves the focus to the page's main heading. A screen reader reads it, and Tab continues from there. The
 * first page is left out, because the browser announces it itself, unless it was tried again.
 */
export function FocusOnPageChange({ page, last }: FocusProps) {
  useLayoutEffect(() => {
    const previous = last.current
    last.current = page
    const isOther = previous !== null && previous !== page
    // The browser's way back leaves the menu open.
    if (isOther) closePopovers(document)
    if (isOther || document.activeElement?.matches('main')) focusPage()
  }, [page, last])
  return null
}
