import { createClientParser, messageTypes } from '../rfb/client-messages.ts'

const extendedClipboard = 0xc0a1e5ce

const passing: ReadonlySet<number> = new Set([
  messageTypes.setPixelFormat,
  messageTypes.updateRequest,
  messageTypes.continuousUpdates,
  messageTypes.fence,
])

/**
 * Parses all that a watcher sends, and returns the part that the display may get: requests for pictures, but no key,
 * pointer, clipboard or size. After each SetEncodings, it adds a request to send no clipboard either.
 *
 * @returns a function that takes a chunk. It throws a `NotRfb` for what it cannot parse
 */
export function createViewFilter(): (chunk: Buffer) => Buffer {
  const { take } = createClientParser(type => {
    if (type === messageTypes.setEncodings) return withoutClipboard
    return passing.has(type) ? 'pass' : 'drop'
  })
  return take
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
