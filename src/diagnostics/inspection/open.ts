import type { InspectionEvent, Observer } from 'xstate'
import { buildId } from '../trace/build-id.ts'
import { connect } from './connect.ts'
import { isInspected } from './is-inspected.ts'
import { CHANNEL, LOCK } from './messages.ts'

/** If a window has not answered after this number of milliseconds, it was blocked. */
const WINDOW_TIMEOUT = 3_000
/** Milliseconds in which an open inspector answers, where no lock says that there is one. */
const ANSWER_TIMEOUT = 500

/**
 * Inspects this page, if a developer asked for it. If there is no inspector, it opens one. `noopener` gives the
 * inspector a process of its own, so it takes no time of the page. But then `open` does not return whether the
 * browser blocked it, so the inspector itself sends that it is there.
 */
export function inspect(name: string): Observer<InspectionEvent> | undefined {
  if (!isInspected()) return undefined
  // If another page embeds this one, that page opens it. The inspector answers the message that `connect` sends.
  if (window.parent === window) void openInspector()
  return connect(name, buildId()).recorder
}

const openWindow = () => open('/inspector.html', '_blank', 'noopener,popup,width=1440,height=900')

/** Whether an inspector is open. Plain HTTP has no locks: there it has answered the page by now, or is not there. */
async function isInspectorOpen(answered: Promise<unknown>): Promise<boolean> {
  if (navigator.locks)
    return navigator.locks.request(LOCK, { ifAvailable: true }, lock => lock === null)
  const late = new Promise<boolean>(resolve => setTimeout(resolve, ANSWER_TIMEOUT, false))
  return Promise.race([answered.then(() => true), late])
}

async function openInspector() {
  const channel = new BroadcastChannel(CHANNEL)
  const answered = new Promise<void>(resolve => {
    channel.addEventListener('message', ({ data }) => data.type === 'inspector.opened' && resolve())
  })
  if (await isInspectorOpen(answered)) return channel.close()
  const notice = createNotice()
  const timer = setTimeout(() => document.body.append(notice), WINDOW_TIMEOUT)
  openWindow()
  await answered
  clearTimeout(timer)
  notice.remove()
  channel.close()
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
