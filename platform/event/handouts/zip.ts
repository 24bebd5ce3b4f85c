/** A file of a zip. */
export interface ZipFile {
  /** With `/` between folders. */
  name: string
  /** In bytes. */
  size: number
}

/** A part of a zip, in the order in which they are in it. */
export type ZipPart = { size: number } & (
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** The content of the file with this index. */
  | { kind: 'content'; file: number }
  /** Bytes that contain the CRC-32 of the file with this index. */
  | { kind: 'checked'; file: number; write(crc: number): Uint8Array<ArrayBuffer> }
)

/** No field of 32 or 16 bits may have this value: it says that the true one is in a field of 64 bits. */
const most32 = 0xffff_ffff
const most16 = 0xffff
/** 4.5, the first version with fields of 64 bits. */
const version = 45
/** A Unix host, so that the entries have rights. */
const madeBy = (3 << 8) | version
/** The checksum follows the content, and names are UTF-8. */
const flags = 0x0808
/** 2026-01-01, so that the same files give the same bytes. A zip has no time zone. */
const date = ((2026 - 1980) << 9) | (1 << 5) | 1
/** A plain file that all may read and its owner and group may write. */
const rights = 0o100664

/**
 * The parts of a zip whose files are stored as they are. The size of each part is known before any file is read, so a
 * part of the zip can be made without the rest. Each checksum comes after the content of its file, so the zip can be
 * sent while the files are read for the first time.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function layOut(files: readonly ZipFile[]): ZipPart[] {
  const parts: ZipPart[] = []
  const directory: ZipPart[] = []
  let offset = 0
  for (const [file, { name, size }] of files.entries()) {
    const isLong = size >= most32
    const own = { name: Buffer.from(name), size, isLong }
    const entry: ZipPart[] = [
      known(localHeader(own)),
      { kind: 'content', file, size },
      { kind: 'checked', file, size: isLong ? 24 : 16, write: crc => descriptor(own, crc) },
    ]
    const start = offset
    const write = (crc: number) => directoryEntry(own, start, crc)
    directory.push({ kind: 'checked', file, size: write(0).length, write })
    parts.push(...entry)
    offset += lengthOf(entry)
  }
  return [...parts, ...directory, known(ending(files.length, lengthOf(directory), offset))]
}

export const lengthOf = (parts: readonly ZipPart[]) =>
  parts.reduce((sum, { size }) => sum + size, 0)

const known = (bytes: Uint8Array<ArrayBuffer>): ZipPart => ({
  kind: 'bytes',
  bytes,
  size: bytes.length,
})

interface Entry {
  name: Uint8Array
  size: number
  /** Its size needs 64 bits. */
  isLong: boolean
}

function localHeader({ name, size, isLong }: Entry): Buffer<ArrayBuffer> {
  const extra = isLong ? longField([size, size]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(date, 12)
  if (isLong) header.fill(0xff, 18, 26)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function descriptor({ size, isLong }: Entry, crc: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(isLong ? 24 : 16)
  bytes.write('PK\x07\x08', 'latin1')
  bytes.writeUInt32LE(crc, 4)
  for (const nth of [0, 1])
    if (isLong) bytes.writeBigUInt64LE(BigInt(size), 8 + 8 * nth)
    else bytes.writeUInt32LE(size, 8 + 4 * nth)
  return bytes
}

function directoryEntry({ name, size, isLong }: Entry, offset: number, crc: number) {
  const isFar = offset >= most32
  const extra = longField([...(isLong ? [size, size] : []), ...(isFar ? [offset] : [])])
  const header = Buffer.alloc(46)
  header.write('PK\x01\x02', 'latin1')
  header.writeUInt16LE(madeBy, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(Math.min(size, most32), 20)
  header.writeUInt32LE(Math.min(size, most32), 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(rights * 2 ** 16, 38)
  header.writeUInt32LE(Math.min(offset, most32), 42)
  return Buffer.concat([header, name, extra])
}

/** The extra field with what does not fit into 32 bits; empty if everything does. */
function longField(values: readonly number[]): Buffer<ArrayBuffer> {
  if (values.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * at)
  return field
}

/** @param offset where the directory begins */
function ending(files: number, directorySize: number, offset: number): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(files, most16), 8)
  end.writeUInt16LE(Math.min(files, most16), 10)
  end.writeUInt32LE(Math.min(directorySize, most32), 12)
  end.writeUInt32LE(Math.min(offset, most32), 16)
  if (files < most16 && directorySize < most32 && offset < most32) return end

  const long = Buffer.alloc(76)
  long.write('PK\x06\x06', 'latin1')
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE(madeBy, 12)
  long.writeUInt16LE(version, 14)
  long.writeBigUInt64LE(BigInt(files), 24)
  long.writeBigUInt64LE(BigInt(files), 32)
  long.writeBigUInt64LE(BigInt(directorySize), 40)
  long.writeBigUInt64LE(BigInt(offset), 48)
  long.write('PK\x06\x07', 56, 'latin1')
  long.writeBigUInt64LE(BigInt(offset + directorySize), 64)
  long.writeUInt32LE(1, 72)
  return Buffer.concat([long, end])
}
