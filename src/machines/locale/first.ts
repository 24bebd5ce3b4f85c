import { type Locale, locales } from './events.ts'

export interface LocaleInput {
  /** What local storage holds under 'lang'. */
  readonly stored: string | null
  /** The browser's languages, best first. */
  readonly browser: readonly string[]
}

export interface LocaleContext {
  /** The language that is wanted; shown as soon as its catalogue is there. */
  readonly locale: Locale
  /** By the user, now or earlier; only a choice is stored. */
  readonly isChosen: boolean
}

const toLocale = (tag: string) =>
  locales.find(locale => tag.toLowerCase() === locale || tag.toLowerCase().startsWith(`${locale}-`))

/** The language of a page that is opened: the chosen one, else the browser's best, else English. */
export function firstLocale({ stored, browser }: LocaleInput): LocaleContext {
  const chosen = locales.find(locale => locale === stored)
  if (chosen) return { locale: chosen, isChosen: true }
  const preferred = browser.map(toLocale).find(locale => locale !== undefined)
  return { locale: preferred ?? 'en', isChosen: false }
}
