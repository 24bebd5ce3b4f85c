import { build } from '../browser/build.ts'
import { writeClipboard } from '../browser/clipboard.ts'
import { saveConfig } from '../browser/download.ts'
import { keepDraft, keepDrafts } from '../browser/drafts.ts'
import { activateLocale } from '../browser/locale.ts'
import { navigation } from '../browser/navigation.ts'
import { notifications } from '../browser/notifications.ts'
import { applyScheme } from '../browser/scheme.ts'
import { shortcut } from '../browser/shortcut.ts'
import { restorePreferences, storePreferences } from '../browser/sidebar.ts'
import { visibility } from '../browser/visibility.ts'
import { desktopFrame } from '../remote-desktop/frame.ts'

/** The effects of the browser's page. */
export const device = {
  navigation,
  ...build,
  ...notifications,
  visibility,
  shortcut,
  keepDraft,
  keepDrafts,
  desktopFrame,
  activateLocale,
  applyScheme,
  writeClipboard,
  saveConfig,
  restorePreferences,
  storePreferences,
}
export type Device = typeof device
