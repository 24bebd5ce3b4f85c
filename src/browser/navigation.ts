import { fromCallback } from 'xstate'
import type { Navigate } from '../machines/navigation/events.ts'
import { currentPath } from './current-path.ts'

/** wouter's events for its changes of the history. */
const changes = ['popstate', 'pushState', 'replaceState'] as const

/** Reports the browser's location at once and after each change, and navigates. */
export const navigation = fromCallback<Navigate>(({ sendBack, receive }) => {
  const report = () => sendBack({ type: 'location.changed', path: currentPath() })
  for (const change of changes) addEventListener(change, report)
  receive(({ path, replace }) => {
    if (path === currentPath()) return
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    report()
  })
  report()
  return () => {
    for (const change of changes) removeEventListener(change, report)
  }
})
