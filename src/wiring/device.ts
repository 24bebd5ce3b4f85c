import { writeClipboard } from '../browser/clipboard.ts'
import { build } from '../browser/files/build.ts'
import { activateLocale } from '../browser/language/locale.ts'
import type { liveTabs } from '../browser/live-tabs.ts'
import type { markStore } from '../browser/marks.ts'
import { navigation } from '../browser/navigation.ts'
import type { notifications } from '../browser/notifications.ts'
import type { invitationStore, viewStore } from '../browser/opened-links.ts'
import type { saveConfig } from '../browser/save-config.ts'
import { applyScheme } from '../browser/scheme.ts'
import { shortcut } from '../browser/shortcut.ts'
import { restorePreferences, storePreferences } from '../browser/sidebar.ts'
import type { followRenaming } from '../browser/typed/draft-key.ts'
import type { draftStore, homeDraftStore } from '../browser/typed/drafts.ts'
import { visibility } from '../browser/visibility.ts'
import type { desktopFrame, viewFrame } from '../remote-desktop/frame.ts'

/** The effects of the browser's page. */
export const device = {
  navigation,
  ...build,
  visibility,
  shortcut,
  activateLocale,
  applyScheme,
  writeClipboard,
  restorePreferences,
  storePreferences,
}

/** The effects of parts that are loaded on demand. A part brings its own, unless others are given. */
interface PartDevice {
  readonly draftStore: typeof draftStore
  readonly followRenaming: typeof followRenaming
  readonly homeDraftStore: typeof homeDraftStore
  readonly markStore: typeof markStore
  readonly invitationStore: typeof invitationStore
  readonly liveTabs: typeof liveTabs
  readonly desktopFrame: typeof desktopFrame
  readonly viewStore: typeof viewStore
  readonly viewFrame: typeof viewFrame
  readonly saveConfig: typeof saveConfig
  readonly notifications: typeof notifications
}

export type Device = typeof device & Partial<PartDevice>
