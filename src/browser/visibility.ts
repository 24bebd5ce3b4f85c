import { fromCallback } from 'xstate'
import type { PageVisibility } from '../machines/page-visibility.ts'

/** Tells when the page is hidden and when it is looked at again; at once, where it is hidden now. */
export const visibility = fromCallback<PageVisibility>(({ sendBack }) => {
  const report = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', report)
  if (document.hidden) report()
  return () => document.removeEventListener('visibilitychange', report)
})
