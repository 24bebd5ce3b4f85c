/** A page sent something that is not a message of RFB 3.8. Its connection is closed. */
export class NotRfb extends Error {
  override readonly name = 'NotRfb'
}

/** What a page may send, by its type (RFC 6143 and its extensions). */
export const messageTypes = {
  setPixelFormat: 0,
  setEncodings: 2,
  updateRequest: 3,
  key: 4,
  pointer: 5,
  cutText: 6,
  continuousUpdates: 150,
  fence: 248,
  xvp: 250,
  setDesktopSize: 251,
  qemu: 255,
} as const

interface Form {
  /** How many bytes tell its length. */
  head: number
  length(head: Buffer): number
}

const fixed = (length: number): Form => ({ head: 1, length: () => length })
const forms: Readonly<Record<number, Form>> = {
  [messageTypes.setPixelFormat]: fixed(20),
  [messageTypes.setEncodings]: { head: 4, length: head => 4 + 4 * head.readUInt16BE(2) },
  [messageTypes.updateRequest]: fixed(10),
  [messageTypes.key]: fixed(8),
  /** With the highest bit of the buttons, one byte longer. */
  [messageTypes.pointer]: { head: 2, length: head => (head.readUInt8(1) & 0x80 ? 7 : 6) },
  /** Negative lengths are those of the extended clipboard. */
  [messageTypes.cutText]: { head: 8, length: head => 8 + Math.abs(head.readInt32BE(4)) },
  [messageTypes.continuousUpdates]: fixed(10),
  [messageTypes.fence]: { head: 9, length: head => 9 + head.readUInt8(8) },
  [messageTypes.xvp]: fixed(4),
  [messageTypes.setDesktopSize]: { head: 8, length: head => 8 + 16 * head.readUInt8(6) },
  /** Its key event is the only one that pages send here. */
  [messageTypes.qemu]: { head: 2, length: head => (head.readUInt8(1) === 0 ? 12 : Number.NaN) },
}

/** Bytes of the longest message that is kept until it is whole: more than 1000 encodings, or all 255 screens. */
const maxWhole = 4096

/** Our version, so that the messages after it are those of RFB 3.8; no security; a shared desktop. */
const handshake = [
  { length: 12, as: Buffer.from('RFB 003.008\n') },
  { length: 1, as: Buffer.from([1]) },
  { length: 1, as: Buffer.from([1]) },
]

const nothing = Buffer.alloc(0)

/** A message passes, or is dropped. Or a function gets the whole message, and returns what passes instead. */
export type Handling = 'pass' | 'drop' | ((whole: Buffer) => Buffer)

/**
 * Parses all that a page sends, so nothing else can hide in it.
 *
 * @param handlingOf by the type of a message
 */
export function createClientParser(handlingOf: (type: number) => Handling) {
  let rest: Buffer = nothing
  let step = 0
  /** How many bytes of the message that has begun have not come yet. */
  let missing = 0
  let isPassing = false

  function takeOne(): Buffer | null {
    const greeting = handshake[step]
    if (greeting) {
      if (rest.length < greeting.length) return null
      rest = rest.subarray(greeting.length)
      step++
      return greeting.as
    }
    const form = rest.length > 0 ? formOf(rest) : null
    if (!form || rest.length < form.head) return null
    const length = form.length(rest)
    if (Number.isNaN(length)) throw new NotRfb('an unknown message of QEMU')
    const handling = handlingOf(rest.readUInt8(0))
    const isWhole = typeof handling === 'function'
    if (isWhole && length > maxWhole) throw new NotRfb('too long a message')
    if (isWhole && rest.length < length) return null
    const part = rest.subarray(0, length)
    rest = rest.subarray(length)
    if (isWhole) return handling(part)
    missing = length - part.length
    isPassing = handling === 'pass'
    return isPassing ? part : nothing
  }

  return {
    /** @returns what the display gets. It throws a `NotRfb` for what it cannot parse */
    take(chunk: Buffer): Buffer {
      const before = chunk.subarray(0, missing)
      missing -= before.length
      rest = Buffer.concat([rest, chunk.subarray(before.length)])
      const passed: Buffer[] = isPassing ? [before] : []
      for (let one = takeOne(); one; one = takeOne()) passed.push(one)
      return Buffer.concat(passed)
    },
    /** Whether the display has no unfinished message. */
    isBetweenMessages: () => step === handshake.length && (missing === 0 || !isPassing),
  }
}

function formOf(bytes: Buffer): Form {
  const type = bytes.readUInt8(0)
  const form = forms[type]
  if (!form) throw new NotRfb(`a message of the unknown type ${type}`)
  return form
}
