import { constants, crc32, createInflate } from 'node:zlib'
import { maxPixels } from '../../../src/api/contract/desktop/files.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunks that a picture needs. All others are left out: times, places, texts, and anything unknown. */
const needed = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Channels of each colour type, and the bits that each may have. */
const kinds: Record<number, { channels: number; bits: readonly number[] }> = {
  0: { channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { channels: 3, bits: [8, 16] },
  3: { channels: 1, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8, 16] },
  6: { channels: 4, bits: [8, 16] },
}
/** The passes of an interlaced picture: first column and row, and the steps between them. */
const passes = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
]

/** Whether bytes begin as a PNG does. */
export const isPngLike = (bytes: Uint8Array): boolean =>
  signature.equals(Buffer.from(bytes.buffer, bytes.byteOffset, signature.length))

/**
 * Checks whether bytes are one whole PNG, with as many pixels as it says and with right sums.
 *
 * @returns a PNG with the same picture and nothing else; null if they are not
 */
export async function plainPng(bytes: Uint8Array): Promise<Buffer | null> {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const [first, ...others] = chunks ?? []
  const size = first?.name === 'IHDR' ? pixelBytes(first.data) : null
  if (!chunks || size === null || chunks.at(-1)?.name !== 'IEND') return null
  if (others.some(({ name }) => name === 'IHDR')) return null
  const data = chunks.filter(({ name }) => name === 'IDAT').map(chunk => chunk.data)
  if (!(await inflatesTo(size, data))) return null
  return Buffer.concat([signature, ...chunks.map(({ whole }) => whole)])
}

interface Chunk {
  name: string
  data: Buffer
  whole: Buffer
}

/** @returns the needed ones; null if they do not fill the bytes, or one has a wrong sum */
function chunksOf(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  if (bytes.length < 57 || !isPngLike(bytes)) return null
  for (let at = signature.length; at < bytes.length; ) {
    if (at + 12 > bytes.length) return null
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    const data = bytes.subarray(at + 8, end - 4)
    if (needed.includes(name)) chunks.push({ name, data, whole: bytes.subarray(at, end) })
    // An upper-case letter marks a chunk without which the picture cannot be shown.
    else if (/^[A-Z]/.test(name)) return null
    if (name === 'IEND') return end === bytes.length ? chunks : null
    at = end
  }
  return null
}

/** How many bytes the pixels of a picture with this header take; null if no picture can have this header. */
function pixelBytes(header: Buffer): number | null {
  if (header.length !== 13) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [bits = 0, type = 0, compression, filter, interlaced = 0] = header.subarray(8)
  const kind = kinds[type]
  if (!kind?.bits.includes(bits) || compression !== 0 || filter !== 0 || interlaced > 1) return null
  if (width === 0 || height === 0 || width * height > maxPixels) return null
  const bytesOf = (columns: number, rows: number) =>
    columns > 0 ? rows * (1 + Math.ceil((columns * kind.channels * bits) / 8)) : 0
  if (interlaced === 0) return bytesOf(width, height)
  return passes
    .map(([x, y, right, down]) =>
      bytesOf(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
    )
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Whether data has this many bytes when it is unpacked. It stops at the first one too many, and keeps none. */
function inflatesTo(size: number, data: readonly Buffer[]): Promise<boolean> {
  return new Promise(resolve => {
    const inflate = createInflate({ chunkSize: 256 * 1024, finishFlush: constants.Z_SYNC_FLUSH })
    let count = 0
    const over = (isRight: boolean) => {
      inflate.destroy()
      resolve(isRight)
    }
    inflate.on('data', ({ length }: Buffer) => {
      count += length
      if (count > size) over(false)
    })
    inflate.on('error', () => over(false))
    inflate.on('end', () => over(count === size))
    for (const part of data) inflate.write(part)
    inflate.end()
  })
}
