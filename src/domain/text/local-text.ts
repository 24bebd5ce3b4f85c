import type { LocalText } from '../../api/contract.ts'
import { type Language, sourceLanguage } from '../languages.ts'

/** The text in the app's language, else in English, else in its first one; null where there is none. */
export function textIn(language: Language, text: LocalText | undefined): string | null {
  if (!text) return null
  return text[language] ?? text[sourceLanguage] ?? Object.values(text)[0] ?? null
}
