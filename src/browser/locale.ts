import { i18n, type Messages } from '@lingui/core'
import { fromPromise } from 'xstate'
import type { Locale } from '../machines/locale/events.ts'
import { preferences } from './preferences.ts'

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  de: () => import('../locales/de.po'),
}

/** Loads a language, shows it, and remembers it where it was chosen. */
export const activateLocale = fromPromise<void, { locale: Locale; isChosen: boolean }>(
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
