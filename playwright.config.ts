import { defineConfig } from 'playwright/test'
import { findBrowser } from './scripts/browser.ts'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'tests',
  testMatch: '{e2e,attacks}/**/*.spec.ts',
  globalSetup: './tests/support/temporary-files.ts',
  outputDir: '.cache/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium has no sandbox for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
