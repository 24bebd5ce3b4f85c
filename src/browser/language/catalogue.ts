import type { Messages } from '@lingui/core'
import type { Language } from '../../domain/languages.ts'

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/*.po')

/** The texts of a language. Rejects if they cannot be loaded. */
export async function catalogueOf(language: Language): Promise<Messages> {
  const load = catalogues[`../../locales/${language}.po`]
  if (!load) throw new Error(`The language ${language} has no catalogue.`)
  return (await load()).messages
}
