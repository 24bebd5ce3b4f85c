import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Layout,
  nextLayout,
  readLayout,
  screenIn,
  writeLayout,
} from '../../src/remote-desktop/screens/layout.ts'

/** The first layout of a display: one screen with its own id. */
const one: Layout = [{ id: 77, x: 0, y: 0, width: 1280, height: 800, flags: 0 }]
const size = { width: 600, height: 500 }
const second = nextLayout(one, { own: 2, shown: [1, 2], size, resizes: true }) ?? []

test('the second screen is to the right of the first, which keeps its size and its id', () => {
  expect(second).toHaveLength(2)
  expect(screenIn(second, 1)).toEqual(one[0])
  expect(screenIn(second, 2)).toMatchObject({ ...size, x: 1280, y: 0 })
})

test('a screen that takes the size of its page moves the other one, and no more', () => {
  const next = nextLayout(second, { own: 1, shown: [1, 2], size, resizes: true }) ?? []
  expect(screenIn(next, 1)).toMatchObject({ ...size, x: 0 })
  expect(screenIn(next, 2)).toMatchObject({ ...size, x: 600 })
})

test('a page that leaves sizes alone still removes the screen that nobody shows', () => {
  const wish = { own: 1, size, resizes: false } as const
  expect(nextLayout(second, { ...wish, shown: [1] })).toEqual(one)
  expect(nextLayout(second, { ...wish, shown: [1, 2] })).toBeNull()
})

test('the first screen stays, also while only the second one is shown', () => {
  expect(nextLayout(second, { own: 2, shown: [2], size, resizes: true })).toBeNull()
})

test('a page does not make the screen of another one', () => {
  expect(nextLayout(one, { own: 1, shown: [1, 2], size, resizes: false })).toBeNull()
})

test('whatever two pages ask for at once, they agree after it', () => {
  const side = fc.integer({ min: 1, max: 4000 })
  const sizes = fc.record({ width: side, height: side })
  fc.assert(
    fc.property(sizes, sizes, fc.array(fc.boolean(), { maxLength: 8 }), (first, other, turns) => {
      let now = second
      const ask = (own: 1 | 2, known = now) =>
        nextLayout(known, { own, shown: [1, 2], size: own === 1 ? first : other, resizes: true })
      // Each asks by what it knew before the other one asked.
      for (const isFirst of turns) {
        const known = now
        now = ask(isFirst ? 1 : 2, known) ?? now
        now = ask(isFirst ? 2 : 1, known) ?? now
      }
      for (const own of [1, 2] as const) now = ask(own) ?? now
      expect([ask(1), ask(2)]).toEqual([null, null])
      expect(screenIn(now, 1)).toMatchObject({ ...first, x: 0 })
      expect(screenIn(now, 2)).toMatchObject({ ...other, x: first.width })
    }),
  )
})

test('a layout is read as it was written', () => {
  const bytes = writeLayout(second)
  expect([...bytes.subarray(0, 8)]).toEqual([
    251,
    0,
    1880 >> 8,
    1880 & 255,
    800 >> 8,
    800 & 255,
    2,
    0,
  ])
  expect(readLayout(Uint8Array.from([2, 0, 0, 0, ...bytes.subarray(8)]))).toEqual(second)
})
