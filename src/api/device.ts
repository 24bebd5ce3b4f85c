import { i18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { fromPromise } from 'xstate'
import type { Locale } from '../machines/locale/events.ts'
import type { Scheme } from '../machines/scheme/events.ts'
import type { SidebarPreferences } from '../machines/sidebar/machine.ts'
import { build } from './build.ts'
import { desktopFrame } from './desktop-frame.ts'
import { keepDraft, keepDrafts } from './drafts.ts'
import { navigation } from './navigation.ts'
import { notifications } from './notifications.ts'
import { preferences } from './preferences.ts'
import { shortcut } from './shortcut.ts'
import { visibility } from './visibility.ts'

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  de: () => import('../locales/de.po'),
}

/** Loads a language, shows it, and remembers it where it was chosen. */
const activateLocale = fromPromise<void, { locale: Locale; isChosen: boolean }>(
  async ({ input: { locale, isChosen }, signal }) => {
    // At once, so that it also holds where the page is reloaded for a newer build.
    if (isChosen) preferences.write('lang', locale)
    const { messages } = await catalogues[locale]()
    // A language that was chosen meanwhile wins, whichever loads first.
    signal.throwIfAborted()
    i18n.loadAndActivate({ locale, messages })
    document.documentElement.lang = locale
  },
)

const applyScheme = fromPromise<void, { scheme: Scheme }>(async ({ input: { scheme } }) => {
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
  preferences.write('scheme', scheme)
})

const writeClipboard = fromPromise<void, { text: string }>(({ input }) =>
  navigator.clipboard.writeText(input.text),
)

/** Hands a text to the user as a file. */
const saveConfig = fromPromise<void, { name: string; config: string }>(async ({ input }) => {
  const url = URL.createObjectURL(new Blob([input.config], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: input.name })
  link.click()
  URL.revokeObjectURL(url)
})

const StoredSidebar = v.object({ filter: v.string(), hidesSolved: v.boolean() })

/** Null where nothing was stored, or nothing that can be read. */
const restorePreferences = fromPromise<SidebarPreferences | null>(async () => {
  const stored = preferences.read('sidebar')
  return stored === null ? null : v.parse(StoredSidebar, JSON.parse(stored))
})

const storePreferences = fromPromise<void, SidebarPreferences>(async ({ input }) =>
  preferences.write('sidebar', JSON.stringify(input)),
)

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
