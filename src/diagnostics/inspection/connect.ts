import type { InspectionEvent, Observer } from 'xstate'
import type { Inspected } from '../redact.ts'
import { observe } from './observe.ts'

const PAGE = '/inspector.html'
/** Of the window: a page that is loaded again finds it by this name. */
const NAME = 'guidon-inspector'
/** How many events are kept for an inspector that opens late, or is loaded again. */
const KEPT = 2_000

/**
 * Opens our own inspector and sends it what the actors do. The package's own window would need the
 * internet, and would post to any origin to which the window has navigated.
 */
export function connectInspector(): Observer<InspectionEvent> {
  const kept: Inspected[] = []
  const inspector = open('', NAME, 'popup,width=1200,height=800')
  let isConnected = false
  const post = (message: object) => inspector?.postMessage(message, location.origin)
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== inspector) return
    if (data?.type !== '@statelyai.connected') return
    isConnected = true
    kept.forEach(post)
  })
  if (!inspector) {
    reportError(new Error('The inspector was blocked: allow pop-ups for this site, then reload.'))
  } else if (inspector.location.pathname === PAGE) post({ type: 'app.loaded' })
  else inspector.location.href = PAGE
  return observe(event => {
    kept.push(event)
    if (kept.length > KEPT) kept.shift()
    if (isConnected) post(event)
  })
}
