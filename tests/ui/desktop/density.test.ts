import { expect, test } from 'vitest'
import { densityOf, scaleFor } from '../../../src/remote-desktop/density.ts'

test('the desktop has as many pixels as the screen', () => {
  expect(densityOf(1440, 900, 2)).toBe(2)
  expect(densityOf(1280, 720, 1.25)).toBe(1.25)
})

test('but not more than a screen of 4K', () => {
  const density = densityOf(3840, 2160, 2)
  expect(Math.round(density * 3840 * density * 2160)).toBe(9_000_000)
  expect(densityOf(0, 0, 3)).toBe(3)
})

test('texts grow with the pixels, unless the user chose their size', () => {
  expect([1, 1.25, 2, 2.2].map(density => scaleFor('auto', density))).toEqual([100, 125, 200, 220])
  expect(scaleFor(150, 2)).toBe(150)
})

test('texts are never too small to read, nor too large to fit', () => {
  expect([0.25, 9].map(density => scaleFor('auto', density))).toEqual([75, 400])
})
