/**
 * Reads a body to its end, or until it is too large.
 *
 * @param most in bytes
 * @param dropped how many bytes beyond `most` are read and dropped, so that a client that still sends gets the reply
 * @returns null if it is larger
 */
export async function readUpTo(
  body: AsyncIterator<Uint8Array>,
  most: number,
  dropped = 0,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length <= most + dropped) {
    const { done, value } = await body.next()
    if (done) return length <= most ? Buffer.concat(chunks) : null
    length += value.byteLength
    if (length <= most) chunks.push(value)
  }
  return null
}
