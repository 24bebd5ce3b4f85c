import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { everyLanguage, sourceLanguage } from './src/domain/languages.ts'

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...everyLanguage],
  fallbackLocales: { default: sourceLanguage },
  catalogs: [{ path: 'src/locales/{locale}', include: ['src'] }],
  // Line numbers would change the catalogs with every unrelated edit.
  format: formatter({ lineNumbers: false }),
})
