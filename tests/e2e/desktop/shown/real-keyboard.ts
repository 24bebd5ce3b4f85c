import { findBrowser } from '../../../../scripts/browser.ts'
import { test as base } from '../fixture.ts'
import { hasLayouts, type Keyboard, plugIn } from '../keyboard.ts'

/**
 * A desktop in a browser that is really shown, on a screen with a keyboard and a clipboard of its own:
 * drivers of browsers compose no dead keys, and bring keys and pastes in an order of their own.
 */
export const test = base.extend<object, { keyboard: Keyboard }>({
  keyboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    async ({}, use) => {
      const keyboard = await plugIn()
      await use(keyboard)
      await keyboard.close()
    },
    { scope: 'worker' },
  ],
  headless: false,
  launchOptions: [
    async ({ browserName, launchOptions, keyboard }, use) => {
      // Not the headless shell.
      const executablePath = browserName === 'chromium' && findBrowser()
      await use({
        ...launchOptions,
        ...(executablePath && { executablePath }),
        // Drivers let Firefox take every window for one that has the focus; dead keys then do not compose.
        firefoxUserPrefs: { 'focusmanager.testmode': false },
        env: { ...process.env, DISPLAY: keyboard.display },
      })
    },
    { scope: 'worker' },
  ],
})

test.skip(!(await hasLayouts()), 'needs Xvnc, setxkbmap and xkb-data')
