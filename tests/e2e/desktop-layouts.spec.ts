import { chromium, type Page } from 'playwright/test'
import { findBrowser } from '../../scripts/browser.ts'
import { expect, test, waitFor } from './desktop/fixture.ts'
import { hasLayouts, type Keyboard, plugIn } from './desktop/keyboard.ts'

/** A browser that is really shown, on a screen whose keyboard has the layout under test. */
let keyboard: Keyboard
let page: Page
let close = async () => {}

test.skip(!(await hasLayouts()), 'needs Xvnc, setxkbmap and xkb-data')

test.beforeAll(async ({ scene, launchOptions }) => {
  keyboard = await plugIn()
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...launchOptions,
    ...(executablePath && { executablePath }),
    headless: false,
    env: { ...process.env, DISPLAY: keyboard.display },
  })
  close = () => browser.close()
  page = await browser.newPage()
  await waitFor(async () => (await scene.desktops.get('alice')).status === 'running')
})
test.afterAll(async () => {
  await close()
  await keyboard.close()
})

const letter = (code: string) => (/^[a-z]$/.test(code) ? `Key${code.toUpperCase()}` : code)
const places = (...codes: string[]) => codes.map(letter)

const cases = [
  {
    layout: 'us',
    typed: places('h', 'i', 'Space', 'ShiftLeft+Digit2', 'ShiftLeft+BracketLeft', 'Quote'),
    text: "hi @{'",
  },
  {
    layout: 'de',
    typed: places(
      ...['ShiftLeft+KeyG', 'r', 'BracketLeft', 'Minus', 'e', 'AltRight+KeyQ', 'AltRight+KeyE'],
      ...['AltRight+Digit7', 'AltRight+Digit0', 'AltRight+Minus', 'KeyY', 'KeyZ'],
      // ´ and a, ^ and o, ` and e, ^ and space: dead keys of the German layout.
      ...['Space', 'Equal', 'a', 'Backquote', 'o', 'ShiftLeft+Equal', 'e', 'Backquote', 'Space'],
    ),
    text: 'Grüße@€{}\\zy áôè^',
  },
  {
    layout: 'fr',
    typed: places(
      ...['Digit2', 'Digit7', 'Digit9', 'Digit0', 'q', 'AltRight+Digit0', 'AltRight+KeyE'],
      // ^ and e, ¨ and i: dead keys of the French layout.
      ...['Space', 'BracketLeft', 'e', 'ShiftLeft+BracketLeft', 'i', 'Semicolon'],
    ),
    text: 'éèçàa@€ êïm',
  },
] as const

for (const { layout, typed, text } of cases) {
  test(`a real ${layout} keyboard types what is on its keys, dead keys too`, async ({ scene }) => {
    await keyboard.setLayout('us')
    const { url } = await scene.desktops.get('alice')
    await page.goto(url ?? '')
    await page.locator('canvas').click({ position: { x: 640, y: 300 } })
    await page.keyboard.type(`cat > real-${layout}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => scene.home(`real-${layout}`)).toBe('')
    await keyboard.setLayout(layout)
    await keyboard.press(...typed, 'Enter')
    await expect.poll(() => scene.home(`real-${layout}`)).toBe(`${text}\n`)
    await page.keyboard.press('Control+d')
  })
}
