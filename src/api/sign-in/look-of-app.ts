import { preferences } from '../../browser/preferences.ts'
import { firstLocale } from '../../machines/locale/first.ts'

/**
 * The provider's pages have the app's language and colours. A provider that does not know the second
 * parameter ignores it (RFC 6749, 3.1).
 */
export function lookOfApp(): Record<string, string> {
  const browser = navigator.languages
  const { locale } = firstLocale({ stored: preferences.read('lang'), browser })
  const scheme = preferences.read('scheme')
  const isChosen = scheme === 'light' || scheme === 'dark'
  return { ui_locales: locale, ...(isChosen && { color_scheme: scheme }) }
}
