import { withWholeChromium } from '../../whole-chromium.ts'
import { test as base } from '../fixture.ts'
import { hasLayouts, type Keyboard, plugIn } from '../keyboard.ts'

/**
 * A desktop in a browser with a real window, on a screen with a keyboard and a clipboard of its own. Playwright's
 * keyboard composes no dead keys, and sends keys and pastes in another order.
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
      await use({
        ...withWholeChromium({ browserName, launchOptions }),
        // In test mode, Firefox takes every window for focused, and then dead keys do not compose.
        firefoxUserPrefs: { 'focusmanager.testmode': false },
        env: { ...process.env, DISPLAY: keyboard.display },
      })
    },
    { scope: 'worker' },
  ],
})

test.skip(!(await hasLayouts()), 'needs Xvnc, setxkbmap and xkb-data')
