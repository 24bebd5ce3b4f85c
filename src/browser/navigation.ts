import { fromCallback } from 'xstate'
import type { Navigate } from '../machines/navigation/events.ts'
import { currentPath } from './current-path.ts'

/** wouter tells these of each change that it makes to the history. */
const changes = ['popstate', 'pushState', 'replaceState'] as const

/** The browser's location: reports it at once and after each change, and goes where it is told. */
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
