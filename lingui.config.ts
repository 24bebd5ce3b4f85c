import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { everyLanguage, sourceLanguage } from './src/domain/languages.ts'

const withoutCatalogue = 'src/ui/last-texts.ts'

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [...everyLanguage],
  fallbackLocales: { default: sourceLanguage },
  catalogs: [
    { path: 'src/locales/{locale}', include: ['src'], exclude: [withoutCatalogue] },
    // Texts that are shown outside of the app, or before it has its catalogue.
    {
      path: 'platform/locales/{locale}',
      include: ['platform/**/*texts.ts', 'scripts/organise/**/*texts.ts', withoutCatalogue],
    },
  ],
  // The component that the macro becomes.
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
  // Line numbers would change the catalogs with every unrelated edit.
  format: formatter({ lineNumbers: false }),
})
