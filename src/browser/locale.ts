import { i18n } from '@lingui/core'
import { fromPromise } from 'xstate'
import type { Language } from '../domain/languages.ts'
import { catalogueOf } from './catalogue.ts'
import { preferences } from './preferences.ts'

/** Loads a language, shows it, and remembers it where it was chosen. */
export const activateLocale = fromPromise<void, { locale: Language; isChosen: boolean }>(
  async ({ input: { locale, isChosen }, signal }) => {
    // At once, so that it also holds where the page is reloaded for a newer build.
    if (isChosen) preferences.write('lang', locale)
    const messages = await catalogueOf(locale)
    // A language that was chosen meanwhile wins, whichever loads first.
    signal.throwIfAborted()
    i18n.loadAndActivate({ locale, messages })
    document.documentElement.lang = locale
  },
)
