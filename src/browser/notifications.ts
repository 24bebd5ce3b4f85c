import { t } from '@lingui/core/macro'
import { fromCallback, fromPromise } from 'xstate'
import type { NoticeChoice, NotifyOf } from '../machines/reminder/events.ts'
import { preferences } from './preferences.ts'

/** A permission alone does not mean that the user wants notices: it may be from an earlier visit. */
function noticeChoice(): NoticeChoice {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && preferences.read('notices') === 'on'
    ? 'on'
    : 'off'
}

const readNoticeChoice = fromPromise<NoticeChoice>(async () => noticeChoice())

/** Makes the browser ask the user, unless it has asked before. */
const allowNotices = fromPromise<NoticeChoice>(async () => {
  await Notification.requestPermission()
  preferences.write('notices', 'on')
  return noticeChoice()
})

const forbidNotices = fromPromise<void>(async () => preferences.write('notices', 'off'))

const notifier = fromCallback<NotifyOf>(({ receive }) => {
  receive(({ names }) => {
    for (const name of names) {
      const title = t`${name} stops in a few minutes`
      const body = t`Extend its runtime if you still need it.`
      try {
        const notice = new Notification(title, { body, tag: `stop:${name}` })
        notice.onclick = () => window.focus()
      } catch {
        // On phones, only service workers may notify. Only the tab's title warns there.
      }
    }
  })
})

export const notifications = { readNoticeChoice, allowNotices, forbidNotices, notifier }
