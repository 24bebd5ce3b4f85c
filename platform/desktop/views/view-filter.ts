/** A watcher sent something that is not a message of RFB 3.8. Its connection is closed. */
export class NotRfb extends Error {
  override readonly name = 'NotRfb'
}

interface Message {
  /** How many bytes tell its length. */
  head: number
  length(head: Buffer): number
  /** Whether the display gets it. */
  passes: boolean
}

const fixed = (length: number, passes: boolean): Message => ({
  ...{ head: 1, passes },
  length: () => length,
})
const maxEncodings = 256
const extendedClipboard = 0xc0a1e5ce

/**
 * What a client may send, by its type (RFC 6143 and its extensions). All of it is parsed, so nothing else can hide in
 * it.
 */
const messages: Readonly<Record<number, Message>> = {
  /** SetPixelFormat */
  0: fixed(20, true),
  /** SetEncodings */
  2: { head: 4, length: head => 4 + 4 * head.readUInt16BE(2), passes: true },
  /** FramebufferUpdateRequest */
  3: fixed(10, true),
  /** KeyEvent */
  4: fixed(8, false),
  /** PointerEvent; with the highest bit of the buttons, one byte longer */
  5: { head: 2, length: head => (head.readUInt8(1) & 0x80 ? 7 : 6), passes: false },
  /** ClientCutText; negative lengths are those of the extended clipboard */
  6: { head: 8, length: head => 8 + Math.abs(head.readInt32BE(4)), passes: false },
  /** EnableContinuousUpdates */
  150: fixed(10, true),
  /** ClientFence */
  248: { head: 9, length: head => 9 + head.readUInt8(8), passes: true },
  /** xvp */
  250: fixed(4, false),
  /** SetDesktopSize */
  251: { head: 8, length: head => 8 + 16 * head.readUInt8(6), passes: false },
  /** QEMU: its key event is the only one that clients send here */
  255: { head: 2, length: head => (head.readUInt8(1) === 0 ? 12 : Number.NaN), passes: false },
}

/** Our version, so that the messages after it are those of RFB 3.8; no security; a shared desktop. */
const handshake = [
  { length: 12, as: Buffer.from('RFB 003.008\n') },
  { length: 1, as: Buffer.from([1]) },
  { length: 1, as: Buffer.from([1]) },
]

/**
 * Parses all that a watcher sends, and returns the part that the display may get: requests for pictures, but no key,
 * pointer, clipboard or size. After each SetEncodings, it adds a request to send no clipboard either.
 *
 * @returns a function that takes a chunk. It throws a `NotRfb` for what it cannot parse
 */
export function createViewFilter(): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  let step = 0
  /** How many bytes of a dropped message have not come yet. */
  let dropped = 0

  function takeOne(): Buffer | null {
    const greeting = handshake[step]
    if (greeting) {
      if (rest.length < greeting.length) return null
      rest = rest.subarray(greeting.length)
      step++
      return greeting.as
    }
    const message = rest.length > 0 ? messageOf(rest) : null
    if (!message || rest.length < message.head) return null
    const length = message.length(rest)
    if (Number.isNaN(length)) throw new NotRfb('an unknown message of QEMU')
    if (message.passes) return takeWhole(length)
    dropped = Math.max(0, length - rest.length)
    rest = rest.subarray(length)
    return Buffer.alloc(0)
  }

  function takeWhole(length: number): Buffer | null {
    if (length > 4 + 4 * maxEncodings) throw new NotRfb('too many encodings')
    if (rest.length < length) return null
    const whole = rest.subarray(0, length)
    rest = rest.subarray(length)
    return whole[0] === 2 ? withoutClipboard(whole) : whole
  }

  return chunk => {
    const skipped = Math.min(dropped, chunk.length)
    dropped -= skipped
    rest = Buffer.concat([rest, chunk.subarray(skipped)])
    const passed: Buffer[] = []
    for (let one = takeOne(); one; one = takeOne()) passed.push(one)
    return Buffer.concat(passed)
  }
}

function messageOf(bytes: Buffer): Message {
  const type = bytes.readUInt8(0)
  const message = messages[type]
  if (!message) throw new NotRfb(`a message of the unknown type ${type}`)
  return message
}

/**
 * TigerVNC sends each copied text to clients that lack the extended clipboard, or that keep its default limits. So the
 * watcher gets the extended clipboard with a limit of no bytes. Then TigerVNC only reports that there is a text, and
 * does not send it.
 */
function withoutClipboard(encodings: Buffer): Buffer {
  const known = Array.from({ length: encodings.readUInt16BE(2) }, (_, at) =>
    encodings.readUInt32BE(4 + 4 * at),
  )
  const all = [...new Set([...known, extendedClipboard])]
  const list = Buffer.alloc(4 + 4 * all.length)
  list.writeUInt8(2, 0)
  list.writeUInt16BE(all.length, 2)
  for (const [at, one] of all.entries()) list.writeUInt32BE(one, 4 + 4 * at)
  const [text, caps, notify, provide] = [1, 1 << 24, 1 << 27, 1 << 28]
  const limits = Buffer.alloc(16)
  limits.writeUInt8(6, 0)
  limits.writeInt32BE(-8, 4)
  limits.writeUInt32BE(text + caps + notify + provide, 8)
  return Buffer.concat([list, limits])
}
