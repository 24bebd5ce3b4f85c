import { hash } from 'node:crypto'
import type { LocalText } from '../../../src/api/contract.ts'
import type { Language } from '../../../src/domain/languages.ts'
import { textIn } from '../../../src/domain/text/local-text.ts'

/** The event's terms, as a page shows them. */
export interface Terms {
  html: string
  /** The language of the text. It differs from the page's if the event has no text in that language. */
  language: string
  /** SHA-256 of the text in `event.yaml`, in hexadecimal. It is stored with who accepted it. */
  hash: string
}

/**
 * Reads the terms in a language. Each text is rendered once, and again after the event was read again.
 *
 * @param current the terms that the event has now
 */
export function createTerms(current: () => LocalText | undefined) {
  const rendered = new WeakMap<LocalText, Map<Language, Promise<Terms>>>()

  return async (language: Language): Promise<Terms | null> => {
    const text = current()
    const source = textIn(language, text)
    if (!text || !source?.trim()) return null
    const known = rendered.get(text) ?? new Map<Language, Promise<Terms>>()
    rendered.set(text, known)
    const terms = known.get(language) ?? render(text, source)
    known.set(language, terms)
    return terms
  }
}

async function render(text: LocalText, source: string): Promise<Terms> {
  // Most platforms never need it.
  const { renderMarkdown } = await import('./render-markdown.ts')
  const language = Object.keys(text).find(tag => text[tag] === source) ?? ''
  return { html: renderMarkdown(source), language, hash: hash('sha256', source) }
}
