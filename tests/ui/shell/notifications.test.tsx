import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { notifications } from '../../../src/browser/notifications.ts'
import { announcement } from '../../models/data.ts'

const shown: string[] = []
/** A notification replaces one with the same tag. */
const tags: (string | undefined)[] = []
const made: { onclick(): void }[] = []
let answer: NotificationPermission = 'granted'

class FakeNotification {
  static permission: NotificationPermission = 'default'
  static async requestPermission() {
    FakeNotification.permission = answer
    return answer
  }
  onclick = () => {}
  constructor(title: string, { tag }: NotificationOptions) {
    shown.push(title)
    tags.push(tag)
    made.push(this)
  }
}

beforeEach(() => {
  FakeNotification.permission = 'default'
  answer = 'granted'
  shown.length = 0
  tags.length = 0
  localStorage.clear()
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => vi.unstubAllGlobals())

const run = (name: 'readNotificationChoice' | 'allowNotifications' | 'forbidNotifications') =>
  toPromise(
    createActor(notifications[name] as (typeof notifications)['readNotificationChoice']).start(),
  )

test('nobody is notified who did not ask for it, whatever the browser permits', async () => {
  expect(await run('readNotificationChoice')).toBe('off')
  FakeNotification.permission = 'granted'
  expect(await run('readNotificationChoice')).toBe('off')
})

test('the choice is remembered, and can be undone', async () => {
  expect(await run('allowNotifications')).toBe('on')
  expect(await run('readNotificationChoice')).toBe('on')
  await run('forbidNotifications')
  expect(await run('readNotificationChoice')).toBe('off')
})

test.for([
  ['denied', 'denied'],
  ['default', 'off'],
] as const)(
  'a user who answers the browser with %s is not notified: %s',
  async ([said, choice]) => {
    answer = said
    expect([await run('allowNotifications'), await run('readNotificationChoice')]).toEqual([
      choice,
      choice,
    ])
  },
)

test('who closed the question of the browser is not notified when it permits it later', async () => {
  answer = 'default'
  await run('allowNotifications')
  FakeNotification.permission = 'granted'
  expect(await run('readNotificationChoice')).toBe('off')
})

test('a browser or a page that cannot notify says so', async () => {
  vi.stubGlobal('isSecureContext', false)
  expect(await run('readNotificationChoice')).toBe('unsupported')
  vi.stubGlobal('Notification', undefined)
  expect(await run('readNotificationChoice')).toBe('unsupported')
})

test('each environment and each announcement has a notification of its own, in however many tabs', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const inTab = () => {
    const notifier = createActor(notifications.notifier).start()
    notifier.send({ type: 'notify.stops', names: ['Cookies', 'Shop'] })
    notifier.send({
      type: 'notify.announcements',
      announcements: [announcement('a'), announcement('b')],
    })
    notifier.stop()
  }
  inTab()
  expect(shown.slice(0, 2)).toEqual([
    'Cookies stops in a few minutes',
    'Shop stops in a few minutes',
  ])
  expect(new Set(tags).size).toBe(4)
  inTab()
  expect(new Set(tags).size).toBe(4)
})

test('an announcement is notified by its title, in the language of the app', () => {
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  const notifier = createActor(notifications.notifier).start()
  notifier.send({ type: 'notify.announcements', announcements: [announcement('a')] })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(shown).toEqual(['Neues a'])
  notifier.stop()
})

test('a click on a notification leads to the tab', () => {
  const focus = vi.spyOn(window, 'focus').mockReturnValue()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const notifier = createActor(notifications.notifier).start()
  notifier.send({ type: 'notify.stops', names: ['Cookies'] })
  made.at(-1)?.onclick()
  expect(focus).toHaveBeenCalled()
  notifier.stop()
  focus.mockRestore()
})
