import { defineConfig } from 'vitest/config'

/** `npm run test:webkit`. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/webkit/*.test.ts'],
    globalSetup: 'tests/support/temporary-files.ts',
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
