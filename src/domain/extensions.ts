import type { Extension, LocalText, Metadata } from '../api/contract.ts'
import { type Language, sourceLanguage } from './languages.ts'

/** Whether the backend has what the name stands for. */
export const hasExtension = (metadata: Metadata | null, name: Extension): boolean =>
  metadata?.extensions?.includes(name) ?? false

/** The text in the app's language, else in English, else in its first one; null where there is none. */
export function textIn(language: Language, text: LocalText | undefined): string | null {
  if (!text) return null
  return text[language] ?? text[sourceLanguage] ?? Object.values(text)[0] ?? null
}
