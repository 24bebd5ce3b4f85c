export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** In pixels. */
export interface PictureSize {
  width: number
  height: number
}

interface Kind {
  type: PictureType
  matches(bytes: Buffer): boolean
  /** @throws RangeError if the header is cut off */
  readSize(bytes: Buffer): PictureSize | null
}

const kinds: readonly Kind[] = [
  {
    type: 'image/png',
    matches: bytes => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
    readSize: bytes =>
      bytes.toString('latin1', 12, 16) === 'IHDR'
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : null,
  },
  {
    type: 'image/jpeg',
    matches: bytes => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff',
    readSize: jpegSize,
  },
  {
    type: 'image/gif',
    matches: bytes => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
    readSize: bytes => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  {
    type: 'image/webp',
    matches: bytes => /^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12)),
    readSize: webpSize,
  },
]

/** How many bytes `pictureType` needs. */
export const signatureBytes = 12

/** The type that a browser detects from the first bytes. The file's name does not matter. */
export const pictureType = (bytes: Buffer): PictureType | null =>
  kinds.find(({ matches }) => matches(bytes))?.type ?? null

/** In pixels. A picture of a few KB may claim sides that no browser has the memory for. */
const maxSide = 16_384
const maxPixels = 50_000_000

/**
 * The size that a browser shows the picture in. Null if the header is cut off, makes no sense, or
 * claims more than a browser should have to decode.
 */
export function pictureSize(bytes: Buffer): PictureSize | null {
  const size = claimedSize(bytes)
  if (!size) return null
  const { width, height } = size
  const isSmall = Math.max(width, height) <= maxSide && width * height <= maxPixels
  return width > 0 && height > 0 && isSmall ? size : null
}

function claimedSize(bytes: Buffer): PictureSize | null {
  try {
    return kinds.find(({ matches }) => matches(bytes))?.readSize(bytes) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const startOfScan = 0xda

function jpegSize(bytes: Buffer): PictureSize | null {
  let isTurned = false
  let at = 2
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === startOfScan) return null
    if (isFrame(marker)) {
      const [width, height] = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
      return isTurned ? { width: height, height: width } : { width, height }
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xe1) isTurned ||= isTurnedByExif(bytes.subarray(at + 4, at + 2 + length))
    at += 2 + length
  }
  return null
}

const orientation = 0x0112

/** Cameras store a picture as the sensor has it, and say how it was held. Browsers turn it. */
function isTurnedByExif(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const tiff = segment.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = short(first)
    for (let entry = 0; entry < count; entry++) {
      const at = first + 2 + 12 * entry
      if (short(at) === orientation) return short(at + 8) >= 5 && short(at + 8) <= 8
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return false
}

function webpSize(bytes: Buffer): PictureSize | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
