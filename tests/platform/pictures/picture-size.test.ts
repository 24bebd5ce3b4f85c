import { expect, test } from 'vitest'
import { pictureSize, pictureType } from '../../../platform/event/pictures/picture-size.ts'
import { png } from '../../support/png.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => Buffer.from(part as string, 'latin1')))
const size = { width: 300, height: 200 }

/** A picture of 300 × 200 as a camera stores it. `turned` says how the camera was held. */
function jpeg(order: 'II' | 'MM', turned: number): Buffer {
  const short = (value: number) =>
    order === 'II' ? [value & 255, value >> 8] : [value >> 8, value & 255]
  const long = (value: number) =>
    order === 'II' ? [...short(value), 0, 0] : [0, 0, ...short(value)]
  const entries = [
    [...short(0x010f), ...short(2), ...long(4), 0x47, 0, 0, 0],
    [...short(0x0112), ...short(3), ...long(1), ...short(turned), 0, 0],
  ]
  const tiff = bytes(order, short(42), long(8), short(entries.length), ...entries)
  const exif = Buffer.concat([bytes('Exif\0\0'), tiff])
  return Buffer.concat([
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1]),
    bytes([0xff, 0xff, 0xe1, 0, exif.length + 2]),
    exif,
    bytes([0xff, 0xc4, 0, 3, 0]),
    bytes([0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 1, 1, 0x11, 0]),
    bytes([0xff, 0xda]),
  ])
}

const riff = (...parts: (string | number[])[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', ...parts)
const pictures: [what: string, type: string, picture: Buffer][] = [
  ['a PNG', 'image/png', png(size)],
  ['a GIF', 'image/gif', bytes('GIF89a', [44, 1, 200, 0, 0, 0, 0])],
  ['an old GIF', 'image/gif', bytes('GIF87a', [44, 1, 200, 0, 0, 0, 0])],
  ['a JPEG', 'image/jpeg', jpeg('II', 1)],
  [
    'a lossy WebP',
    'image/webp',
    riff('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 0x41, 200, 0x40]),
  ],
  [
    'a lossless WebP',
    'image/webp',
    riff('VP8L', [0, 0, 0, 0, 0x2f, 299 & 255, (299 >> 8) | ((199 & 3) << 6), 199 >> 2, 0]),
  ],
  ['a WebP with more', 'image/webp', riff('VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0])],
]

test.each(pictures)('the size of %s is in its header', (_, type, picture) => {
  expect([pictureType(picture), pictureSize(picture)]).toEqual([type, size])
})

test.each(pictures)('%s that is cut off anywhere has its size or none', (_, _type, picture) => {
  const found = Array.from(picture, (_byte, end) => pictureSize(picture.subarray(0, end)))
  expect(found.filter(one => one !== null && one.width !== 300)).toEqual([])
  expect(found[9]).toBe(null)
})

test.each(['II', 'MM'] as const)('a photo that was held upright is shown upright (%s)', order => {
  for (const turned of [5, 6, 7, 8])
    expect(pictureSize(jpeg(order, turned))).toEqual({ width: 200, height: 300 })
  for (const turned of [0, 1, 2, 3, 4, 9])
    expect(pictureSize(jpeg(order, turned))).toEqual({ width: 300, height: 200 })
})

test.each([
  { width: 100_000, height: 100_000 },
  { width: 16_385, height: 1 },
  { width: 10_000, height: 5_001 },
  { width: 0, height: 5 },
  { width: 2 ** 32 - 1, height: 2 ** 32 - 1 },
])('a header that claims $width × $height is not a picture for a text', claimed => {
  expect(pictureSize(png({ width: 1, height: 1 }, { claimed }))).toBe(null)
})

test('the largest are 16,384 wide or high, and have 50 million pixels', () => {
  const one = { width: 1, height: 1 }
  for (const claimed of [
    { width: 16_384, height: 1 },
    { width: 10_000, height: 5_000 },
  ])
    expect(pictureSize(png(one, { claimed }))).toEqual(claimed)
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  '<html>',
  'GIF90a\x01\0\x01\0',
  'RIFF\0\0\0\0WAVE',
  '\x89PNG',
  '',
])('%j is not a picture', text => {
  expect([pictureType(bytes(text)), pictureSize(bytes(text))]).toEqual([null, null])
})

test.each([
  ['without a header', bytes('\x89PNG\r\n\x1a\n', 'x'.repeat(100))],
  ['whose parts point nowhere', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])],
  ['whose parts have no length', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0])],
  ['of fill bytes', Buffer.alloc(100_000, 0xff).fill(0xd8, 1, 2)],
  ['with its scan before its size', bytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xc0])],
  ['of an unknown kind', riff('VP9 ', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
])('a picture %s has no size', (_, picture) => {
  expect(pictureSize(picture)).toBe(null)
})
