import { expect } from 'playwright/test'
import { test } from './real-keyboard.ts'

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
  test(`a real ${layout} keyboard types what is on its keys, dead keys too`, {
    tag: '@every-browser',
  }, async ({ seat, backend, keyboard, browserName }) => {
    const file = `real-${layout}-${browserName}`
    await keyboard.setLayout('us')
    await seat.page.keyboard.type(`cat > ${file}\n`)
    await expect.poll(() => backend.home(file)).toBe('')
    await keyboard.setLayout(layout)
    await keyboard.press(...typed, 'Enter')
    await expect.poll(() => backend.home(file)).toBe(`${text}\n`)
    await seat.page.keyboard.press('Control+d')
  })
}
