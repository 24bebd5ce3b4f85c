import { expect, test } from 'vitest'
import { countPlain, isSentExactly, nothingSeen } from '../../../src/machines/desktop/content.ts'

const after = (samples: (number | null)[], isFast: boolean) =>
  isSentExactly(
    samples.reduce<number>((plain, photos) => countPlain(plain, photos, isFast), nothingSeen),
  )

test('a picture is sent exactly as soon as a change without photos was seen', () => {
  expect(after([], true)).toBe(false)
  expect(after([null, null], true)).toBe(false)
  expect(after([0], true)).toBe(true)
  expect(after([0.05, null], false)).toBe(true)
})

test('after a photo it waits until some changes had none, on a slow connection for longer', () => {
  expect(after([0, 0.3], true)).toBe(false)
  expect(after([0, 0.3, 0, 0], true)).toBe(false)
  expect(after([0, 0.3, 0, 0, 0], true)).toBe(true)
  expect(after([0, 0.3, ...Array(8).fill(0)], false)).toBe(false)
  expect(after([0, 0.3, ...Array(9).fill(0)], false)).toBe(true)
})
