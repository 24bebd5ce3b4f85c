import { crc32 } from 'node:zlib'

/** The files of a zip without compression, by name; throws if the zip contradicts itself. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, crc] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)]
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const rest = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + size)
    if (method !== 0 || crc32(data) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, data)
    at += 46 + nameLength + rest
  }
  return files
}
