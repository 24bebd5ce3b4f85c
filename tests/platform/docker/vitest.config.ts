import { defineConfig } from 'vitest/config'

/** Needs a Docker engine: `npm run test:docker`. Not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/platform/docker/*.docker.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
