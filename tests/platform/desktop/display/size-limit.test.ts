import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSizeLimit, sizeIntervalMs } from '../../../../platform/desktop/display/size-limit.ts'
import { NotRfb } from '../../../../platform/desktop/rfb/client-messages.ts'
import { writeLayout } from '../../../../src/remote-desktop/screens/layout.ts'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'

const hello = Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([1, 1])])
const sized = (width: number) =>
  Buffer.from(writeLayout([{ id: 1, x: 0, y: 0, width, height: 600, flags: 0 }]))
const key = (code: number) => Buffer.from([4, 1, 0, 0, 0, 0, 0, code])
const text = (length: number) => {
  const message = Buffer.alloc(8 + length, 'x')
  message.writeUInt32BE(6 * 2 ** 24, 0)
  message.writeUInt32BE(length, 4)
  return message
}

/** A page behind its handshake, and all that the display has got since. */
function openPage() {
  const clock = createSimulatedClock(0)
  const got: Buffer[] = []
  const take = createSizeLimit(late => got.push(late), clock)
  expect(take(hello)).toEqual(hello)
  return {
    clock,
    send: (...messages: Buffer[]) => void got.push(take(Buffer.concat(messages))),
    got: () => Buffer.concat(got.splice(0)),
  }
}

test('of sizes that come too fast, the first one passes at once and the last one later', () => {
  const { clock, send, got } = openPage()
  for (let width = 1; width <= 500; width++) send(sized(width), key(width % 128))
  const keys = Array.from({ length: 500 }, (_, index) => key((index + 1) % 128))
  expect(got()).toEqual(Buffer.concat([sized(1), ...keys]))
  clock.advance(sizeIntervalMs - 1)
  expect(got()).toEqual(Buffer.alloc(0))
  clock.advance(1)
  expect(got()).toEqual(sized(500))
  send(sized(501))
  clock.advance(sizeIntervalMs)
  expect(got()).toEqual(sized(501))
  clock.advance(sizeIntervalMs)
  expect(got()).toEqual(Buffer.alloc(0))
})

test('sizes that come slowly pass at once', () => {
  const { clock, send, got } = openPage()
  for (const width of [800, 900, 1000]) {
    send(sized(width))
    expect(got()).toEqual(sized(width))
    clock.advance(sizeIntervalMs)
  }
})

test('a size that was held back waits for the end of a text that is on its way', () => {
  const { clock, send, got } = openPage()
  const long = text(100_000)
  send(sized(1), sized(2), long.subarray(0, 50_000))
  clock.advance(sizeIntervalMs)
  expect(got()).toEqual(Buffer.concat([sized(1), long.subarray(0, 50_000)]))
  send(long.subarray(50_000), sized(3))
  expect(got()).toEqual(Buffer.concat([long.subarray(50_000), sized(3)]))
  clock.advance(sizeIntervalMs)
  expect(got()).toEqual(Buffer.alloc(0))
})

test('all other messages pass unchanged and in their order, however they are cut', () => {
  const others = [
    key(7),
    text(0),
    text(300),
    Buffer.from([5, 1, 0, 1, 0, 1]),
    Buffer.from([5, 0x81, 0, 1, 0, 1, 1]),
    Buffer.from([2, 0, 0, 1, 0, 0, 0, 7]),
    Buffer.concat([Buffer.from([248, 0, 0, 0, 0, 0, 0, 1, 4]), Buffer.alloc(4, 9)]),
    Buffer.concat([Buffer.from([255, 0]), Buffer.alloc(10, 9)]),
  ]
  const sizes = [sized(1), sized(2)]
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...others, ...sizes)),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      (sent, cuts) => {
        const { clock, send, got } = openPage()
        const all = Buffer.concat(sent)
        for (let at = 0; at < all.length; ) {
          const length = cuts.next().value
          send(all.subarray(at, at + length))
          clock.advance(length)
          at += length
        }
        clock.advance(sizeIntervalMs)
        const passed = parse(got())
        const isSize = (one: Buffer) => one[0] === 251
        expect(passed.filter(one => !isSize(one))).toEqual(sent.filter(one => !isSize(one)))
        expect(passed.findLast(isSize)).toEqual(sent.findLast(isSize))
      },
    ),
  )

  /** Takes known messages apart. */
  function parse(bytes: Buffer): Buffer[] {
    const known = [...others, ...sizes]
    const found: Buffer[] = []
    for (let rest = bytes; rest.length > 0; rest = rest.subarray(found.at(-1)?.length)) {
      const next = known.find(one => rest.subarray(0, one.length).equals(one))
      if (!next) expect.unreachable(rest.toString('hex'))
      found.push(next)
    }
    return found
  }
})

test('what is not RFB ends the connection', () => {
  const { send } = openPage()
  expect(() => send(Buffer.from([99]))).toThrow(NotRfb)
})
