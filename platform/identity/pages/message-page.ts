import type { Language } from '../../../src/domain/languages.ts'
import { escapeHtml } from './escape.ts'
import { page } from './page.ts'
import { texts } from './texts.ts'

interface Message {
  title: string
  message: string
  /** For developers, in English. */
  detail?: string
  status: number
}

export function messagePage(language: Language, { title, message, detail, status }: Message) {
  const reason = detail ? `<p lang="en"><small>${escapeHtml(detail)}</small></p>` : ''
  const home = `<p class="last"><a href="/">${texts[language].home}</a></p>`
  return page({ language, title, status, body: `<p>${escapeHtml(message)}</p>${reason}${home}` })
}
