import { i18n } from '@lingui/core'
import { fromPromise } from 'xstate'
import { type Language, regionalTag } from '../../domain/languages.ts'
import { preferences } from '../preferences.ts'
import { showLanguage } from '../root-element.ts'
import { catalogueOf } from './catalogue.ts'

/** Loads a language, shows it, and stores it if it was chosen. */
export const activateLocale = fromPromise<void, { locale: Language; isChosen: boolean }>(
  async ({ input: { locale, isChosen }, signal }) => {
    // Stored at once, so that the choice survives a reload for a newer build.
    if (isChosen) preferences.write('lang', locale)
    const messages = await catalogueOf(locale)
    // The language that was chosen last is shown, even if another one loads later.
    signal.throwIfAborted()
    i18n.loadAndActivate({ locale, locales: regionalTag(locale, navigator.language), messages })
    showLanguage(locale)
  },
)
