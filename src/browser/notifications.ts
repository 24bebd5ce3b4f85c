import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { fromCallback, fromPromise } from 'xstate'
import type { Language } from '../domain/languages.ts'
import { textIn } from '../domain/text/local-text.ts'
import type { NotificationChoice, NotifyOf } from '../machines/reminder/events.ts'
import { preferences } from './preferences.ts'

/** A permission alone does not mean that the user wants notifications: it may be from an earlier visit. */
function notificationChoice(): NotificationChoice {
  if (typeof Notification === 'undefined' || !window.isSecureContext) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && preferences.read('notices') === 'on'
    ? 'on'
    : 'off'
}

const readNotificationChoice = fromPromise<NotificationChoice>(async () => notificationChoice())

/** Makes the browser ask the user, unless it has asked before. */
const allowNotifications = fromPromise<NotificationChoice>(async () => {
  if ((await Notification.requestPermission()) === 'granted') preferences.write('notices', 'on')
  return notificationChoice()
})

const forbidNotifications = fromPromise<void>(async () => preferences.write('notices', 'off'))

const notifier = fromCallback<NotifyOf>(({ receive }) => {
  receive(event => {
    if (event.type === 'notify.stops') {
      for (const name of event.names) {
        const title = t`${name} stops in a few minutes`
        notify(title, t`Extend its runtime if you still need it.`, `stop:${name}`)
      }
      return
    }
    for (const { id, title } of event.announcements) {
      const text = textIn(i18n.locale as Language, title) ?? ''
      notify(text, t`New announcement`, `announcement:${id}`)
    }
  })
})

/** The tag makes notifications of several tabs one. */
function notify(title: string, body: string, tag: string) {
  try {
    const notification = new Notification(title, { body, tag })
    notification.onclick = () => window.focus()
  } catch {
    // On phones, only service workers may notify. Title and toast of the tab warn there.
  }
}

export const notifications = {
  readNotificationChoice,
  allowNotifications,
  forbidNotifications,
  notifier,
}
