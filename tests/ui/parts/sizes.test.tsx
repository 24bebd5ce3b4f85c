import { expect, test } from 'vitest'
import { inMegabytes } from '../../../src/desktop/files/megabytes.ts'
import { fileSize } from '../../../src/ui/text/file-size.ts'

test.each([
  [0, 'en', '0 bytes'],
  [999, 'en', '999 bytes'],
  [1000, 'en', '1 kB'],
  [1_234_567, 'en', '1.23 MB'],
  [1_234_567, 'de', '1,23 MB'],
  [2_000_000_000_000, 'en', '2,000 GB'],
])('a file of %i bytes is said in %s as %s', (bytes, locale, text) => {
  expect(fileSize(bytes, locale).replace(/\s/g, ' ')).toBe(text)
})

test.each([
  [1_540_000, 'en', '1.5 MB'],
  [9_990_000, 'de', '10 MB'],
  [9_940_000, 'de', '9,9 MB'],
  [10_400_000, 'en', '10 MB'],
  [2_000_000_000, 'en', '2,000 MB'],
])('of a transfer, %i bytes are said in %s as %s', (bytes, locale, text) => {
  expect(inMegabytes(bytes, locale).replace(/\s/g, ' ')).toBe(text)
})
