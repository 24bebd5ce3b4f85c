import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parsePo } from 'pofile-ts'
import { everyLanguage, type Language } from '../../src/domain/languages.ts'

/** Each catalogue is read once, for all texts. */
const translators = Object.fromEntries(
  everyLanguage.map(language => [language, i18nOf(language)]),
) as Record<Language, I18n>

/**
 * The texts that are shown where the app's own catalogues are not loaded. Theirs are beside this file.
 *
 * @param texts is called once for each language. `npm run locales:extract` finds its calls of `i18n.t`.
 */
export const inEveryLanguage = <Texts>(
  texts: (i18n: Pick<I18n, 't'>) => Texts,
): Readonly<Record<Language, Texts>> =>
  Object.fromEntries(
    everyLanguage.map(language => [language, texts(translators[language])]),
  ) as Record<Language, Texts>

function i18nOf(language: Language): I18n {
  const file = join(import.meta.dirname, `${language}.po`)
  const { items } = parsePo(readFileSync(file, 'utf8'))
  const messages = Object.fromEntries(items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  i18n.setMessagesCompiler(compileMessage)
  return i18n
}
