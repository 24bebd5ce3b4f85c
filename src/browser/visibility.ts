import { fromCallback } from 'xstate'
import type { PageVisibility } from '../machines/page-visibility.ts'

/**
 * Reports when the page is hidden, at once if it is hidden now, and when it is visible again. Each actor gets that in a
 * task of its own: many read then, and their requests in one task would keep a slow processor busy.
 */
export const visibility = fromCallback<PageVisibility>(({ sendBack }) => {
  let shown: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    clearTimeout(shown)
    if (document.hidden) sendBack({ type: 'page.hidden' })
    else shown = setTimeout(() => sendBack({ type: 'page.shown' }))
  }
  document.addEventListener('visibilitychange', report)
  if (document.hidden) report()
  return () => {
    clearTimeout(shown)
    document.removeEventListener('visibilitychange', report)
  }
})
