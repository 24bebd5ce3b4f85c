import { i18n } from '@lingui/core'
import { catalogueOf } from '../browser/language/catalogue.ts'
import { preferences } from '../browser/preferences.ts'
import { showLanguage } from '../browser/root-element.ts'
import { firstLocale } from '../machines/locale/first.ts'

/** Loads the page's texts, in the app's language. */
export async function loadLanguage(): Promise<typeof i18n> {
  const { locale } = firstLocale({
    stored: preferences.read('lang'),
    browser: navigator.languages,
  })
  i18n.loadAndActivate({ locale, messages: await catalogueOf(locale) })
  showLanguage(locale)
  return i18n
}
