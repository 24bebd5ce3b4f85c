import { expect, test } from 'vitest'
import { layOut, lengthOf } from '../../../../platform/event/handouts/zip.ts'

/** Without the contents, and with the same checksum for all files. */
const headersOf = (files: Parameters<typeof layOut>[0]) => {
  const parts = layOut(files)
  const bytes = parts.map(part => {
    if (part.kind === 'content') return Buffer.alloc(0)
    return part.kind === 'bytes' ? part.bytes : part.write(0x01020304)
  })
  const wrong = parts.filter(
    ({ kind, size }, nth) => kind !== 'content' && size !== bytes[nth]?.length,
  )
  expect(wrong).toEqual([])
  return { all: Buffer.concat(bytes), ends: Buffer.concat(bytes.slice(-files.length - 1)), parts }
}

test('a file of 4 GB or more, and all behind it, have sizes and places of 64 bits', () => {
  const size = 5 * 2 ** 30
  const { all, ends, parts } = headersOf([
    { name: 'big', size },
    { name: 'behind', size: 9 },
  ])
  const local = all.subarray(0, 30 + 3 + 20)
  expect(local.toString('hex', 18, 26)).toBe('ffffffffffffffff')
  expect([local.readUInt16LE(28), local.readUInt16LE(33), local.readUInt16LE(35)]).toEqual([
    ...[20, 1, 16],
  ])
  expect(local.readBigUInt64LE(37)).toBe(BigInt(size))
  const descriptor = all.subarray(local.length, local.length + 24)
  expect(descriptor.toString('latin1', 0, 4)).toBe('PK\x07\x08')
  expect(descriptor.readBigUInt64LE(16)).toBe(BigInt(size))

  const [first, second] = [ends.subarray(0, 46 + 3 + 20), ends.subarray(46 + 3 + 20)]
  expect([first.readUInt32LE(16), first.readUInt32LE(24), first.readUInt32LE(42)]).toEqual([
    ...[0x01020304, 0xffffffff, 0],
  ])
  expect(first.readBigUInt64LE(46 + 3 + 4)).toBe(BigInt(size))
  const offset = local.length + size + descriptor.length
  expect([second.readUInt32LE(24), second.readUInt32LE(42)]).toEqual([9, 0xffffffff])
  expect(second.readBigUInt64LE(46 + 6 + 4)).toBe(BigInt(offset))

  const end = ends.subarray(-98)
  expect(end.toString('latin1', 0, 4)).toBe('PK\x06\x06')
  expect([end.readBigUInt64LE(32), end.readBigUInt64LE(40), end.readBigUInt64LE(48)]).toEqual([
    ...[2n, BigInt(ends.length - 98), BigInt(lengthOf(parts) - ends.length)],
  ])
  expect(end.readBigUInt64LE(64)).toBe(BigInt(lengthOf(parts) - 98))
  expect([end.readUInt16LE(76 + 10), end.readUInt32LE(76 + 16)]).toEqual([2, 0xffffffff])
})

test('the number of 65,535 files or more is one of 64 bits', () => {
  const files = Array.from({ length: 65_535 }, (_, nth) => ({ name: `${nth}`, size: 0 }))
  const { all } = headersOf(files)
  const end = all.subarray(-98)
  expect([end.readBigUInt64LE(32), end.readUInt16LE(76 + 10)]).toEqual([65_535n, 65_535])
  const { all: fewer } = headersOf(files.slice(1))
  expect(fewer.toString('latin1', fewer.length - 98).includes('PK\x06\x06')).toBe(false)
})
