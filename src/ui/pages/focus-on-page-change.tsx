// biome-ignore lint/style/noRestrictedImports: the heading exists only once the page is in the DOM.
import { type RefObject, useLayoutEffect } from 'react'

interface FocusProps {
  page: string
  /** The page that was shown last. */
  last: RefObject<string | null>
}

/**
 * Moves the focus to the page's main heading. A screen reader reads it, and Tab continues from there. The
 * first page is left out, because the browser announces it itself.
 */
export function FocusOnPageChange({ page, last }: FocusProps) {
  useLayoutEffect(() => {
    const previous = last.current
    last.current = page
    if (previous === null || previous === page) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    target?.setAttribute('tabindex', '-1')
    target?.focus()
  }, [page, last])
  return null
}
