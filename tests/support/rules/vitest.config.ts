import { fileURLToPath } from 'node:url'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'

const observed = fileURLToPath(new URL('./observed-xstate.ts', import.meta.url))

/** Runs the hand-written rules of the machines: `npm run models` counts what they reach. */
export default defineConfig({
  plugins: [
    // Some rules start the whole app, with the texts of its notifications.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    {
      name: 'observed-xstate',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === 'xstate' && importer !== observed ? observed : undefined,
    },
  ],
  test: {
    include: ['tests/machines/**/*.test.ts'],
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    environment: 'node',
    setupFiles: [fileURLToPath(new URL('./write.ts', import.meta.url))],
  },
})
