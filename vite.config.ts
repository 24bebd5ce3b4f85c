import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), react(), lingui()],
  build: {
    target: 'es2024',
    // As the browsers that know light-dark(): without them it would be rewritten.
    cssTarget: ['chrome125', 'safari18.2', 'firefox130'],
    rolldownOptions: {
      input: ['index.html', 'desktop.html'],
      output: {
        // Few files on a slow line: what a page loads at first comes in as many as it has sharers.
        codeSplitting: {
          groups: [
            {
              name: 'initial',
              tags: ['$initial'],
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'machines', include: ['tests/machines/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'models', include: ['tests/models/**/*.test.{ts,tsx}'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'api', include: ['tests/api/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'ui', include: ['tests/ui/**/*.test.tsx'], environment: 'jsdom' },
      },
      {
        extends: true,
        test: { name: 'platform', include: ['tests/platform/**/*.test.ts'], environment: 'node' },
      },
    ],
  },
})
