import type { InspectionEvent, Observer } from 'xstate'
import { buildId } from '../trace/build-id.ts'
import { isInspectionAsked } from './asked.ts'
import { connect } from './connect.ts'
import { CHANNEL, LOCK } from './messages.ts'

/** Milliseconds after which a window that did not come was blocked. */
const TIMEOUT = 3_000

/**
 * Inspects this page, if a developer asked for it. Opens an inspector where there is none. `noopener` gives
 * it a process of its own, so it takes no time of the page. But then `open` does not say whether the
 * browser blocked it: so the inspector says that it is there.
 */
export function inspect(name: string): Observer<InspectionEvent> | undefined {
  if (!isInspectionAsked()) return undefined
  const { recorder } = connect(name, buildId())
  // The page that embeds this one opens it.
  if (window.parent === window) void openInspector()
  return recorder
}

const openWindow = () => open('/inspector.html', '_blank', 'noopener,popup,width=1440,height=900')

async function openInspector() {
  const isOpen = await navigator.locks.request(LOCK, { ifAvailable: true }, lock => lock === null)
  if (isOpen) return
  const channel = new BroadcastChannel(CHANNEL)
  const notice = createNotice()
  const timer = setTimeout(() => document.body.append(notice), TIMEOUT)
  channel.addEventListener('message', ({ data }) => {
    if (data.type !== 'inspector.opened') return
    clearTimeout(timer)
    notice.remove()
    channel.close()
  })
  openWindow()
}

/** Says that the inspector was blocked. A click may open a window. */
function createNotice(): HTMLElement {
  const notice = document.createElement('div')
  notice.role = 'alert'
  notice.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:9999;padding:12px 16px;background:#1d1b17;color:#fff'
  const button = document.createElement('button')
  button.textContent = 'Open the inspector'
  button.style.cssText =
    'margin-inline-start:12px;padding:4px 10px;color:#1d1b17;background:#ffd000'
  button.addEventListener('click', openWindow)
  notice.append('The browser blocked the window of the inspector.', button)
  return notice
}
