import type { Language } from '../../domain/languages.ts'

export type LocaleEvent = { type: 'locale.changed'; locale: Language }
