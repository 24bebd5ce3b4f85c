import { defineConfig } from 'vitest/config'
import { whyNoDesktopImage } from './desktop-image.ts'

/** The tests of a desktop's files, which run with containers here. */
const files = (await whyNoDesktopImage()) ? [] : ['tests/platform/desktop/files.test.ts']

/** Needs a Docker engine: `npm run test:docker`. Not part of `npm test`. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/temporary-files.ts', 'tests/platform/docker/make-base.ts'],
    include: ['tests/platform/docker/*.docker.ts', ...files],
    env: { GUIDON_DESKTOPS: 'docker' },
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
