/** Writes night.pcap, the same bytes each time: `node make.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const message = 'Runway closed. GUIDON{lights_out_beacon_on} Good night.'
const start = Date.UTC(2026, 4, 1, 1, 30) / 1000

/** Small pseudo-random numbers, so that the file can be made again. */
let seed = 1848
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}

const letters = [...message].map((letter, at) => {
  const data = Buffer.from(`BC??${letter}`, 'latin1')
  data.writeUInt16BE(at, 2)
  return { from: 77, port: 4711, data }
})
const repeated = letters.filter(() => random(4) === 0)
const weather = Array.from({ length: 90 }, () => ({
  from: 20,
  port: 5000,
  data: Buffer.from(`WX wind=${200 + random(80)}/${random(15)} qnh=10${10 + random(9)}\n`),
}))
const traffic = [...letters, ...repeated, ...weather]
  .map(packet => ({ packet, at: random(1e6) }))
  .sort((a, b) => a.at - b.at)

/** Ethernet, IPv4 and UDP around the data. */
function frame(from: number, port: number, data: Buffer): Buffer {
  const headers = Buffer.alloc(42)
  headers.set([0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, from, 0x08, 0x00, 0x45])
  headers.writeUInt16BE(28 + data.length, 16)
  headers.set([64, 17], 22)
  headers.set([10, 0, 0, from, 10, 0, 0, 1], 26)
  let sum = 0
  for (let at = 14; at < 34; at += 2) sum += headers.readUInt16BE(at)
  headers.writeUInt16BE(~((sum & 0xffff) + (sum >> 16)) & 0xffff, 24)
  headers.writeUInt16BE(port, 34)
  headers.writeUInt16BE(port, 36)
  headers.writeUInt16BE(8 + data.length, 38)
  return Buffer.concat([headers, data])
}

const header = Buffer.alloc(24)
header.writeUInt32LE(0xa1b2c3d4, 0)
header.set([2, 0, 4, 0], 4)
header.writeUInt32LE(65_535, 16)
header.writeUInt32LE(1, 20)

const records = traffic.map(({ packet }, at) => {
  const bytes = frame(packet.from, packet.port, packet.data)
  const head = Buffer.alloc(16)
  head.writeUInt32LE(start + at * 2, 0)
  head.writeUInt32LE(random(1e6), 4)
  head.writeUInt32LE(bytes.length, 8)
  head.writeUInt32LE(bytes.length, 12)
  return Buffer.concat([head, bytes])
})
writeFileSync(join(import.meta.dirname, 'night.pcap'), Buffer.concat([header, ...records]))
