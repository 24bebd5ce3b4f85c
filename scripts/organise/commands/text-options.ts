import type { Command } from 'commander'
import { everyLanguage, languages, sourceLanguage } from '../../../src/domain/languages.ts'

/** Adds an option for each language. */
export const addTextOptions = (command: Command, field: string, description: string) => {
  for (const language of everyLanguage) {
    const ending = language === sourceLanguage ? '' : `-${language}`
    command.option(`--${field}${ending} <text>`, `${description}, ${languages[language]}`)
  }
  return command
}
/**
 * The given texts of such an option, by language.
 * @throws Error that names the option, if there is none in any language
 */
export function textsOf(given: Record<string, string>, field: string) {
  const texts = everyLanguage.flatMap(language => {
    const ending = language === sourceLanguage ? '' : language
    const text = given[`${field}${ending.charAt(0).toUpperCase()}${ending.slice(1)}`]
    return text === undefined ? [] : [[language, text]]
  })
  if (texts.length === 0) throw new Error(`--${field} is missing`)
  return Object.fromEntries(texts)
}
