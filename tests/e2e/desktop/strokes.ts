import type { CDPSession } from 'playwright/test'

/**
 * A key as a browser reports it for a layout: its place on the keyboard, and its meaning there.
 * `dead`: the browser composes it with the next.
 */
export interface Stroke {
  code: string
  key: string
  shift?: boolean
  altGr?: boolean
  dead?: boolean
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

/** The differences from the US layout, by the character: [code, shift, AltGr]. */
type Layout = Record<string, [code: string, shift?: boolean, altGr?: boolean]>

const us: Layout = {
  ...Object.fromEntries([...alphabet].map(char => [char, [`Key${char.toUpperCase()}`]])),
  ...Object.fromEntries([...'1234567890'].map(char => [char, [`Digit${char}`]])),
  ' ': ['Space'],
  '\n': ['Enter'],
  '-': ['Minus'],
  '.': ['Period'],
  '/': ['Slash'],
  '>': ['Period', true],
  '@': ['Digit2', true],
  '{': ['BracketLeft', true],
  '}': ['BracketRight', true],
  "'": ['Quote'],
  '\\': ['Backslash'],
  '|': ['Backslash', true],
  ':': ['Semicolon', true],
  _: ['Minus', true],
  '~': ['Backquote', true],
  '[': ['BracketLeft'],
  ']': ['BracketRight'],
}
const german: Layout = {
  ...us,
  z: ['KeyY'],
  y: ['KeyZ'],
  ü: ['BracketLeft'],
  ö: ['Semicolon'],
  ä: ['Quote'],
  ß: ['Minus'],
  '€': ['KeyE', false, true],
  '@': ['KeyQ', false, true],
  '>': ['IntlBackslash', true],
  '{': ['Digit7', false, true],
  '}': ['Digit0', false, true],
  '[': ['Digit8', false, true],
  '\\': ['Minus', false, true],
  '-': ['Slash'],
  '|': ['IntlBackslash', false, true],
  '~': ['BracketRight', false, true],
  '/': ['Digit7', true],
  "'": ['Backslash', true],
  ':': ['Period', true],
  _: ['Slash', true],
}
const french: Layout = {
  ...us,
  a: ['KeyQ'],
  q: ['KeyA'],
  z: ['KeyW'],
  w: ['KeyZ'],
  m: ['Semicolon'],
  é: ['Digit2'],
  è: ['Digit7'],
  ç: ['Digit9'],
  à: ['Digit0'],
  '@': ['Digit0', false, true],
  '€': ['KeyE', false, true],
  '>': ['IntlBackslash', true],
  '1': ['Digit1', true],
  '{': ['Digit4', false, true],
  '}': ['Equal', false, true],
  "'": ['Digit4'],
  '-': ['Digit6'],
  '.': ['Comma', true],
  '/': ['Period', true],
  _: ['Digit8'],
  ':': ['Period'],
}
export const layouts = { us, german, french }

/** The strokes for a text. Throws for a character that the layout lacks. */
export function strokesFor(text: string, layout: Layout): Stroke[] {
  return [...text].map(char => {
    const place = layout[char] ?? layout[char.toLowerCase()]
    if (!place) throw new Error(`the layout has no ${char}`)
    const [code, shift = char !== char.toLowerCase(), altGr = false] = place
    return { code, shift, altGr, key: char === '\n' ? 'Enter' : char }
  })
}

/** Presses the keys as a keyboard of that layout would, with their modifiers. */
export async function strike(cdp: CDPSession, strokes: Stroke[]): Promise<void> {
  const send = (type: 'keyDown' | 'rawKeyDown' | 'keyUp', event: object) =>
    cdp.send('Input.dispatchKeyEvent', { type, ...event })
  for (const { code, key, shift, altGr } of strokes) {
    const modifiers = shift ? 8 : 0
    if (shift) await send('rawKeyDown', { key: 'Shift', code: 'ShiftLeft', modifiers, location: 1 })
    if (altGr) await send('rawKeyDown', { key: 'AltGraph', code: 'AltRight', location: 2 })
    const text = key === 'Enter' ? '\r' : key
    await send('keyDown', { key, code, text, unmodifiedText: text, modifiers })
    await send('keyUp', { key, code, modifiers })
    if (altGr) await send('keyUp', { key: 'AltGraph', code: 'AltRight', location: 2 })
    if (shift) await send('keyUp', { key: 'Shift', code: 'ShiftLeft', location: 1 })
  }
}
