import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotRfb } from '../../../platform/desktop/rfb/client-messages.ts'
import { createViewFilter } from '../../../platform/desktop/views/view-filter.ts'

const bytes = (...of: number[]) => Buffer.from(of)
const hello = Buffer.concat([Buffer.from('RFB 003.008\n'), bytes(1, 1)])
const opened = () => {
  const filter = createViewFilter()
  expect(filter(hello)).toEqual(hello)
  return filter
}
const filled = (length: number, ...head: number[]) =>
  Buffer.concat([bytes(...head), Buffer.alloc(length - head.length, 7)])

const asked = {
  format: filled(20, 0),
  update: filled(10, 3),
  continuous: filled(10, 150),
  fence: filled(13, 248, 0, 0, 0, 0, 0, 0, 1, 4),
}
const forbidden = {
  key: filled(8, 4, 1),
  pointer: filled(6, 5, 1),
  'pointer with more buttons': filled(7, 5, 0x81),
  clipboard: filled(13, 6, 0, 0, 0, 0, 0, 0, 5),
  'extended clipboard': filled(20, 6, 0, 0, 0, 0xff, 0xff, 0xff, 0xf4),
  xvp: filled(4, 250, 0, 1, 2),
  size: filled(24, 251, 0, 3, 32, 2, 88, 1, 0),
  'key of QEMU': filled(12, 255, 0),
}

test.each(Object.entries(forbidden))('a watcher sends no %s', (_, message) => {
  const filter = opened()
  expect(filter(message)).toEqual(Buffer.alloc(0))
  expect(filter(asked.update)).toEqual(asked.update)
})

test('requests for pictures pass, however all of it is cut', () => {
  const kinds = fc.constantFrom(...Object.values(asked), ...Object.values(forbidden))
  fc.assert(
    fc.property(
      fc.array(kinds),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (sent, cuts) => {
        const filter = createViewFilter()
        const all = Buffer.concat([hello, ...sent])
        const got: Buffer[] = []
        for (let at = 0; at < all.length; ) {
          const length = cuts.next().value
          got.push(filter(all.subarray(at, at + length)))
          at += length
        }
        const allowed = sent.filter(one => Object.values(asked).includes(one))
        expect(Buffer.concat(got)).toEqual(Buffer.concat([hello, ...allowed]))
      },
    ),
  )
})

test('the version is ours, so that nothing is read as something else', () => {
  const filter = createViewFilter()
  expect(filter(Buffer.from('RFB 003.003\n'))).toEqual(Buffer.from('RFB 003.008\n'))
  // An exclusive connection becomes a shared one: it would close all other pages.
  expect(filter(bytes(1, 0))).toEqual(bytes(1, 1))
})

test('each list of encodings is followed by the wish for no clipboard', () => {
  const filter = opened()
  const got = filter(bytes(2, 0, 0, 1, 0, 0, 0, 7))
  const list = [2, 0, 0, 2, 0, 0, 0, 7, 0xc0, 0xa1, 0xe5, 0xce]
  const caps = [6, 0, 0, 0, 0xff, 0xff, 0xff, 0xf8, 0x19, 0, 0, 1, 0, 0, 0, 0]
  expect([...got]).toEqual([...list, ...caps])
})

test.each([
  ['an unknown message', bytes(99)],
  ['sound', bytes(255, 1, 0, 0)],
  ['endless encodings', bytes(2, 0, 0xff, 0xff)],
])('%s ends the connection', (_, message) => {
  expect(() => opened()(message)).toThrow(NotRfb)
})
