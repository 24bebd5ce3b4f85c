import { crc32, deflateSync } from 'node:zlib'

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

interface Size {
  width: number
  height: number
}

interface Head extends Size {
  bits?: number
  type?: number
  interlaced?: number
}

export function pngHead({ width, height, bits = 8, type = 2, interlaced = 0 }: Head) {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bits, type, 0, 0, interlaced], 8)
  return pngChunk('IHDR', data)
}

export const pngOf = (...chunks: Buffer[]): Buffer<ArrayBuffer> =>
  Buffer.concat([pngSignature, ...chunks])

interface Claim {
  /** The size in the header, if it is not that of the pixels. */
  claimed?: Size
}

/** A PNG in one colour. */
export function png(size: Size, { claimed = size }: Claim = {}) {
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array(size.width).fill(Buffer.from([255, 200, 0])),
  ])
  const pixels = Buffer.concat(Array(size.height).fill(row))
  return pngOf(pngHead(claimed), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND'))
}
