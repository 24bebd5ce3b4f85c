import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** What only one page loads: the entries, which start something, and the desktop's own modules. */
const ownModules = /main\.tsx|index\.html|novnc|desktop|[\\/]vnc/

export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), react(), lingui()],
  build: {
    target: 'es2024',
    // As the browsers that know light-dark(): without them it would be rewritten.
    cssTarget: ['chrome125', 'safari18.2', 'firefox130'],
    rolldownOptions: {
      input: ['index.html', 'desktop.html'],
      output: {
        // Few files on a slow line: what the app loads at first comes in one. The desktop's page
        // shares it, since the app that embeds it has loaded it already.
        codeSplitting: {
          groups: [{ name: 'app', tags: ['$initial'], test: id => !ownModules.test(id) }],
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
        test: {
          name: 'properties',
          include: ['tests/properties/**/*.test.ts'],
          environment: 'node',
        },
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
        test: {
          name: 'platform',
          include: ['tests/platform/**/*.test.ts'],
          environment: 'node',
          // Real databases, processes and desktops, on a machine that may be busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
