import { crc32, deflateSync } from 'node:zlib'

interface Size {
  width: number
  height: number
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const part = Buffer.alloc(8 + body.length)
  part.writeUInt32BE(data.length)
  body.copy(part, 4)
  part.writeUInt32BE(crc32(body), 4 + body.length)
  return part
}

/** A grey PNG. With `claimed`, its header has this size, which is not that of its pixels. */
export function png(
  { width, height }: Size,
  claimed: Size = { width, height },
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed.width)
  header.writeUInt32BE(claimed.height, 4)
  header.writeUInt8(8, 8)
  const pixels = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
