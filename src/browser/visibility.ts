import { fromCallback } from 'xstate'
import type { PageVisibility } from '../machines/page-visibility.ts'

/** Reports when the page is hidden, at once if it is now, and when it is visible again. */
export const visibility = fromCallback<PageVisibility>(({ sendBack }) => {
  const report = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', report)
  if (document.hidden) report()
  return () => document.removeEventListener('visibilitychange', report)
})
