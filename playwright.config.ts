import './platform/database/drizzle-modules.ts'
import { defineConfig } from 'playwright/test'
import { findFirefox, findHeadlessBrowser } from './scripts/browser.ts'

// Node runs TypeScript itself. Playwright's compiler takes 8 s of the processor in a fresh clone, and a second in each
// worker later. `npm run test:e2e` sets this for the process that starts the workers, too.
process.env.PW_DISABLE_TS_ESM ??= '1'
// Node shows lines of what it runs itself. Playwright's way to do that takes 2 % of the processor: each call asks for its
// place.
Reflect.deleteProperty(Error, 'prepareStackTrace')

const executablePath = findHeadlessBrowser()
/** `npm run test:firefox` and `npm run test:long` set the variable. */
const firefox = process.env.GUIDON_EVERY_BROWSER ? findFirefox() : undefined

export default defineConfig({
  testDir: 'tests',
  testMatch: '{e2e,attacks}/**/*.spec.ts',
  globalSetup: ['./tests/support/temporary-files.ts', './tests/e2e/page/trace/bundle.ts'],
  outputDir: '.cache/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // No test waits for time to pass: these bound what a machine that is busy may take.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    // A picture that moves without end is drawn by the processor. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Routes of a page do not see what its service worker asks for. Tests of that allow it.
    serviceWorkers: 'block',
    // A trace would take a fifteenth of the processor time of all tests: `--trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // As it is shipped, by WebDriver BiDi: Playwright's own is another browser.
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
