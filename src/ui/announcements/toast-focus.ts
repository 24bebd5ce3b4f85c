import type { FocusEvent } from 'react'
import { focusPage } from '../layout/focus-page.ts'

/** What had the focus before it came into a toast. */
let before: EventTarget | null = null

/** For the `onFocus` of a toast. */
export function rememberFocus({ currentTarget, relatedTarget }: FocusEvent) {
  if (!currentTarget.contains(relatedTarget as Node | null)) before = relatedTarget
}

/** The `ref` of a toast. If it goes with the focus in it, the next toast gets that; else what had it before; else the page. */
export const giveFocusBack = (toast: HTMLElement | null) => {
  const place = toast?.closest('[role=status]')
  return () => {
    if (!toast?.contains(document.activeElement)) return
    // By then the next toast is there.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const last = before
      place?.querySelector('button')?.focus()
      // The next toast leads back to the same.
      before = last
      if (document.activeElement === document.body && last instanceof HTMLElement) last.focus()
      if (document.activeElement === document.body) focusPage()
    })
  }
}
