import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainPng } from '../../../../platform/desktop/clipboard/png.ts'
import { png, pngChunk, pngHead, pngOf, pngSignature } from '../../../support/png.ts'

const end = pngChunk('IEND')
const rows = (bytes: number) => pngChunk('IDAT', deflateSync(Buffer.alloc(bytes)))

test('a picture stays as it is', async () => {
  const picture = png({ width: 64, height: 48 })
  expect(await plainPng(picture)).toEqual(picture)
})

test('of all other parts nothing is left', async () => {
  const text = pngChunk('tEXt', Buffer.from('Comment\0/home/me'))
  const [head, pixels] = [pngHead({ width: 2, height: 1 }), rows(7)]
  const place = pngChunk('eXIf', Buffer.from('a place'))
  expect(await plainPng(pngOf(head, text, pixels, place, end))).toEqual(pngOf(head, pixels, end))
})

test('each kind of pixels is counted as it is packed', async () => {
  const sizes: [Parameters<typeof pngHead>[0], number][] = [
    [{ width: 9, height: 2, bits: 1, type: 0 }, 2 * 3],
    [{ width: 3, height: 2, bits: 16, type: 6 }, 2 * 25],
    [{ width: 5, height: 1, bits: 4, type: 3 }, 4],
    [{ width: 3, height: 3, bits: 8, type: 4 }, 3 * 7],
    // Passes of 1, 1, 2, 2, 4, 4 and 8 columns.
    [{ width: 8, height: 8, type: 0, interlaced: 1 }, 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9],
    [{ width: 1, height: 1, type: 0, interlaced: 1 }, 2],
  ]
  for (const [head, bytes] of sizes) {
    const picture = pngOf(pngHead(head), rows(bytes), end)
    expect(await plainPng(picture), JSON.stringify(head)).toEqual(picture)
    const less = pngOf(pngHead(head), rows(bytes - 1), end)
    expect(await plainPng(less), JSON.stringify(head)).toBeNull()
  }
})

test('a picture that is cut off anywhere is none', async () => {
  const picture = png({ width: 8, height: 8 })
  for (let length = 0; length < picture.length; length++)
    expect(await plainPng(picture.subarray(0, length)), `${length}`).toBeNull()
})

test('a byte that has changed anywhere is noticed', async () => {
  const picture = png({ width: 8, height: 8 })
  for (let at = 0; at < picture.length; at++) {
    const other = Buffer.from(picture)
    other[at] = (other[at] ?? 0) ^ 1
    const found = await plainPng(other)
    expect(found === null || found.length < picture.length, `${at}`).toBe(true)
  }
})

test('bytes that are no picture are refused', async () => {
  const head = pngHead({ width: 2, height: 1 })
  const wrong = {
    nothing: Buffer.alloc(0),
    text: Buffer.from('not a picture at all, but long enough to be looked at as one, perhaps'),
    'a gif': Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)]),
    'a head alone': pngOf(head, end),
    'no head': pngOf(rows(7), end),
    'two heads': pngOf(head, head, rows(7), end),
    'something after it': Buffer.concat([pngOf(head, rows(7), end), Buffer.from('<script>')]),
    'an unknown part that is needed': pngOf(head, pngChunk('ABCD'), rows(7), end),
    'no columns': pngOf(pngHead({ width: 0, height: 1 }), rows(0), end),
    'an unknown kind': pngOf(pngHead({ width: 2, height: 1, type: 5 }), rows(7), end),
    'bits that its kind cannot have': pngOf(
      pngHead({ width: 2, height: 1, bits: 4 }),
      rows(7),
      end,
    ),
    'more pixels than it says': pngOf(head, rows(2 ** 26), end),
    'pixels that cannot be unpacked': pngOf(head, pngChunk('IDAT', Buffer.alloc(9)), end),
    'a length beyond its end': Buffer.concat([pngSignature, Buffer.alloc(60, 0xff)]),
  }
  for (const [name, bytes] of Object.entries(wrong)) expect(await plainPng(bytes), name).toBeNull()
})

test('a picture of more pixels than any screen is refused unseen', async () => {
  const huge = pngOf(pngHead({ width: 100_000, height: 100_000 }), rows(7), end)
  expect(await plainPng(huge)).toBeNull()
  const many = pngOf(
    pngHead({ width: 8000, height: 5001, bits: 1, type: 0 }),
    rows(5001 * 1001),
    end,
  )
  expect(await plainPng(many)).toBeNull()
})
