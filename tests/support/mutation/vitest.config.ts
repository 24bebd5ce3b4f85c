import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const mutated = fileURLToPath(new URL('./mutated-xstate.ts', import.meta.url))

/** The headless tests, of which one machine is broken: for `npm run mutate`. */
export default defineConfig({
  plugins: [
    {
      name: 'mutated-xstate',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === 'xstate' && importer !== mutated ? mutated : undefined,
    },
  ],
  test: {
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    include: ['tests/machines/**/*.test.ts', 'tests/models/*.test.ts'],
    environment: 'node',
    isolate: false,
    testTimeout: 10_000,
    bail: 1,
  },
})
