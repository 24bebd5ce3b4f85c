import type { Plugin } from 'vite'
import { inEveryLanguage } from '../../platform/locales/texts.ts'
import { lastTexts as texts } from '../../src/ui/last-texts.ts'

const name = 'virtual:last-texts'

/** Gives the app the texts of `src/ui/last-texts.ts` in every language, since their catalogues are not in the app. */
export const lastTexts = (): Plugin => ({
  name: 'guidon:last-texts',
  resolveId: id => (id === name ? name : null),
  load: id =>
    id === name ? `export const lastTexts = ${JSON.stringify(inEveryLanguage(texts))}` : null,
})
