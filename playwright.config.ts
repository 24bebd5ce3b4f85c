import './platform/database/drizzle-modules.ts'
import { defineConfig } from 'playwright/test'
import { findFirefox, findHeadlessBrowser } from './scripts/browser.ts'

// Node runs TypeScript itself. Playwright's compiler takes 8 s of processor time in a fresh clone, and later a second
// in each worker. `npm run test:e2e` sets this, too, for the process that starts the workers.
process.env.PW_DISABLE_TS_ESM ??= '1'
// Node itself shows the lines of what it runs. Playwright's way takes 2 % of the processor time: each call looks up its
// own place in the code.
Reflect.deleteProperty(Error, 'prepareStackTrace')

const executablePath = findHeadlessBrowser()
/** `npm run test:firefox` and `npm run test:long` set the variable. */
const firefox = process.env.GUIDON_EVERY_BROWSER ? findFirefox() : undefined
if (!firefox && process.argv.includes('--project=firefox'))
  throw new Error('No Firefox was found. Install one, or name its program in GUIDON_FIREFOX.')

export default defineConfig({
  testDir: 'tests',
  testMatch: '{e2e,attacks}/**/*.spec.ts',
  globalSetup: ['./tests/support/temporary-files.ts', './tests/e2e/page/trace/bundle.ts'],
  outputDir: '.cache/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // No test waits for time to pass: these bound how long a busy host may take.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    // The processor draws a picture that moves without end. Tests of motion allow it.
    contextOptions: { reducedMotion: 'reduce' },
    // Routes of a page do not see the requests of its service worker. Tests of the service worker allow it.
    serviceWorkers: 'block',
    // A trace takes a fifteenth of the processor time of all tests: `--trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Firefox as it is shipped, by WebDriver BiDi: Playwright's own Firefox is another browser.
    ...(firefox
      ? [
          {
            name: 'firefox',
            grep: /@every-browser/,
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox },
            },
          },
        ]
      : []),
    {
      name: 'chromium',
      use: {
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
    },
  ],
})
