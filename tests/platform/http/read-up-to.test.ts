import { expect, test } from 'vitest'
import { readUpTo } from '../../../platform/http/read-up-to.ts'

/** A body of ten bytes at a time, which counts how many were taken of it. */
function bodyOf(pieces: number) {
  const taken = { bytes: 0 }
  async function* body() {
    for (let piece = 0; piece < pieces; piece++) {
      taken.bytes += 10
      yield new Uint8Array(10).fill(piece)
    }
  }
  return { body: body(), taken }
}

test('a body of just the allowed size is read whole', async () => {
  const read = await readUpTo(bodyOf(3).body, 30)
  expect(read).toEqual(Buffer.from([0, 1, 2].flatMap(piece => Array(10).fill(piece))))
})

test('a body that is one piece too long is refused, and read to its end if its rest may be dropped', async () => {
  const { body, taken } = bodyOf(4)
  expect(await readUpTo(body, 39, 100)).toBe(null)
  expect(taken.bytes).toBe(40)
  expect(await body.next()).toEqual({ done: true, value: undefined })
})

test('a body that does not end is left when all is read that may be dropped', async () => {
  for (const [dropped, most] of [
    [0, 40],
    [100, 140],
  ] as const) {
    const { body, taken } = bodyOf(Infinity)
    expect(await readUpTo(body, 30, dropped)).toBe(null)
    expect(taken.bytes).toBe(most)
  }
})
