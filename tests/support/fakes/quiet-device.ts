import { fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'
import type { NotificationChoice } from '../../../src/machines/reminder/events.ts'
import type { SidebarPreferences } from '../../../src/machines/sidebar/machine.ts'
import type { Device } from '../../../src/wiring/device.ts'

export function never<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>() {
  return fromPromise<Output, Input>(() => new Promise(() => {}))
}

export function done<Input extends NonReducibleUnknown>() {
  return fromPromise<void, Input>(async () => {})
}

/** A device that reports nothing, stores nothing, and cannot notify. */
export const quietDevice: Device = {
  navigation: fromCallback(() => {}),
  visibility: fromCallback(() => {}),
  liveTabs: fromCallback(() => {}),
  partFailures: fromCallback(() => {}),
  findNewerBuild: never(),
  reloadFor: never(),
  shortcut: fromCallback(() => {}),
  notifications: {
    readNotificationChoice: fromPromise<NotificationChoice>(async () => 'unsupported'),
    allowNotifications: never(),
    forbidNotifications: done(),
    notifier: fromCallback(() => {}),
  },
  draftStore: fromCallback(() => {}),
  homeDraftStore: fromCallback(() => {}),
  markStore: fromCallback(() => {}),
  invitationStore: fromCallback(() => {}),
  desktopFrame: fromCallback(() => {}),
  viewStore: fromCallback(() => {}),
  viewFrame: fromCallback(() => {}),
  activateLocale: done(),
  applyScheme: done(),
  writeClipboard: done(),
  saveConfig: done(),
  restorePreferences: fromPromise<SidebarPreferences | null>(async () => null),
  storePreferences: done(),
}
