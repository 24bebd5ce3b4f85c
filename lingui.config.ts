import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: 'src/locales/{locale}', include: ['src'] }],
  // Line numbers would change the catalogs with every unrelated edit.
  format: formatter({ lineNumbers: false }),
})
