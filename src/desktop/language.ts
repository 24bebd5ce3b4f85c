import { i18n, type Messages } from '@lingui/core'
import { preferences } from '../browser/preferences.ts'

/** The app's choice, else the browser's; English where neither is German. */
function wanted(): 'en' | 'de' {
  const tags = [preferences.read('lang'), ...navigator.languages].filter(tag => tag !== null)
  const known = tags.map(tag => tag.toLowerCase().split('-')[0])
  return known.find(tag => tag === 'de' || tag === 'en') === 'de' ? 'de' : 'en'
}

const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*.po')

/** Loads the page's texts; without a catalog they are English, as in the source. */
export async function speak(): Promise<typeof i18n> {
  const locale = wanted()
  const catalog = await catalogs[`../locales/${locale}.po`]?.()
  i18n.loadAndActivate({ locale, messages: catalog?.messages ?? {} })
  document.documentElement.lang = locale
  return i18n
}
