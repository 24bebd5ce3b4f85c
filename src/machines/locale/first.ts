import {
  everyLanguage,
  type Language,
  sourceLanguage,
  wantedLanguage,
} from '../../domain/languages.ts'

export interface LocaleInput {
  /** The value of 'lang' in local storage. */
  readonly stored: string | null
  /** The browser's languages, best first. */
  readonly browser: readonly string[]
}

export interface LocaleContext {
  /** The wanted language. It is shown once its catalogue is loaded. */
  readonly locale: Language
  /** Chosen by the user. Only a choice is stored. */
  readonly isChosen: boolean
}

/** The language of a page that is opened: the chosen one, else the browser's best, else English. */
export function firstLocale({ stored, browser }: LocaleInput): LocaleContext {
  const chosen = everyLanguage.find(language => language === stored)
  if (chosen) return { locale: chosen, isChosen: true }
  return { locale: wantedLanguage(browser) ?? sourceLanguage, isChosen: false }
}
