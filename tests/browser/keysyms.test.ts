import { expect, test } from 'vitest'
import { keyNamed, keysymOf, needsShift } from '../../src/remote-desktop/keysyms.ts'

test.each([
  ['Escape', 0xff1b],
  ['Tab', 0xff09],
  ['Delete', 0xffff],
  ['Control', 0xffe3],
  ['Alt', 0xffe9],
  // ISO_Level3_Shift
  ['AltGr', 0xfe03],
  ['Super', 0xffeb],
  ['F1', 0xffbe],
  ['F12', 0xffc9],
] as const)('the key %s has the number that X11 gives it', (name, keysym) => {
  expect(keyNamed(name).keysym).toBe(keysym)
})

test('a character of Latin-1 has its own number, others are in the range for Unicode', () => {
  expect(['a', 'é', '€', '🚩'].map(keysymOf)).toEqual([0x61, 0xe9, 0x010020ac, 0x0101f6a9])
  expect(['\n', '\t', '\b'].map(keysymOf)).toEqual([0xff0d, 0xff09, 0xff08])
})

test('capitals and the signs above the digits need Shift', () => {
  expect([...'Aa{[!1'].map(needsShift)).toEqual([true, false, true, false, true, false])
})
