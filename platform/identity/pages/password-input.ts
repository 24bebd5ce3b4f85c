import type { Language } from '../../../src/domain/languages.ts'
import { texts } from './texts.ts'

const eye =
  '<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 10c1.9-3.5 4.6-5.25 8-5.25s6.1 1.75 8 5.25c-1.9 3.5-4.6 5.25-8 5.25S3.9 13.5 2 10zM10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z"/><path class="stroke" d="M3.5 16.5l13-13"/></svg>'

interface PasswordInput {
  language: Language
  /** The id of the input, and also its name. */
  id: string
  label: string
  autocomplete: 'current-password' | 'new-password'
  /** More attributes of the input. */
  attributes: string
}

/** A page with this input needs `revealScript`. */
export const passwordInput = ({ language, id, label, autocomplete, attributes }: PasswordInput) =>
  `<label for="${id}" id="${id}-label">${label}</label>
<div class="password"><input id="${id}" name="${id}" type="password" autocomplete="${autocomplete}" maxlength="256" required${attributes}>
<button type="button" class="reveal" hidden aria-controls="${id}" aria-label="${texts[language].show}" aria-describedby="${id}-label" aria-pressed="false">${eye}</button></div>`
