import { i18n } from '@lingui/core'
import { catalogueOf } from '../browser/language/catalogue.ts'
import { preferences } from '../browser/preferences.ts'
import { showLanguage } from '../browser/root-element.ts'
import { firstLocale } from '../machines/locale/first.ts'

const wantedLocale = () =>
  firstLocale({ stored: preferences.read('lang'), browser: navigator.languages }).locale

/** Loads the page's texts, in the app's language. */
export async function loadLanguage(): Promise<typeof i18n> {
  const locale = wantedLocale()
  const messages = await catalogueOf(locale)
  // The app may have changed it meanwhile. The first language is shown in any case.
  if (i18n.locale && locale !== wantedLocale()) return i18n
  i18n.loadAndActivate({ locale, messages })
  showLanguage(locale)
  return i18n
}
