import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { announcementsMachine } from './machine.ts'

export const announcementsStates: StatesOf<typeof announcementsMachine> = {
  '(root)': 'What organisers announce: list, toast, notification, and what was read.',
  off: 'The backend has no announcements.',
  on: 'Announcements are read.',
  'on.page': 'Whether their page is open.',
  'on.page.closed': 'Their page is closed.',
  'on.page.open': 'Their page is open: what is on it counts as read.',
  'on.tab': 'Whether the tab is visible.',
  'on.tab.visible': 'It is visible: what arrives counts as shown.',
  'on.tab.hidden': 'It is hidden. They are still read if there are notifications.',
  'on.toast': 'The message in the corner of the page.',
  'on.toast.none': 'There is none.',
  'on.toast.shown': 'It shows what has arrived.',
  'on.toast.shown.deciding': 'It depends on the tab whether its time counts.',
  'on.toast.shown.counting': 'It goes away by itself soon.',
  'on.toast.shown.staying': 'An important one is among them, so it stays.',
  'on.toast.shown.paused': 'The user points at it, or the tab is hidden: its time does not count.',
  'on.notification': 'The notification of the browser, while the tab is hidden.',
  'on.notification.idle': 'There is nothing to tell.',
  'on.notification.waiting':
    'Something has arrived. If the tab stays hidden, a notification follows.',
}
