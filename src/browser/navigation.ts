import { fromCallback } from 'xstate'
import type { Navigate } from '../machines/navigation/events.ts'
import { currentPath } from './current-path.ts'

/** Reports the path at once and after each change. Nothing else in the app changes it. */
export const navigation = fromCallback<Navigate>(({ sendBack, receive }) => {
  const report = () => sendBack({ type: 'location.changed', path: currentPath() })
  addEventListener('popstate', report)
  receive(({ path, replace }) => {
    if (path === currentPath()) return
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    report()
  })
  report()
  return () => removeEventListener('popstate', report)
})
