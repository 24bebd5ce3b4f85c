/** Writes recorder.png, a guidon in the sky with a log behind its end: `node make.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync, gzipSync } from 'node:zlib'

const [width, height] = [192, 120]
const log = `09:02:11 take-off, runway 27
09:02:40 climbing, 30 m
09:03:05 picture taken
09:03:06 GUIDON{the_flight_goes_on_after_IEND}
09:03:07 wind from the left
09:03:09 ground
`

type Colour = [red: number, green: number, blue: number]

/** A swallow-tailed flag on its lance. */
function colourAt(x: number, y: number): Colour {
  if (x >= 30 && x < 34 && y >= 12) return [92, 64, 38]
  const tail = 150 - (40 - Math.abs(y - 52)) * 0.75
  const inFlag = x >= 34 && y >= 24 && y < 80 && x < tail + Math.abs(y - 52) * 0.4
  if (inFlag) return y < 52 ? [250, 204, 21] : [30, 41, 59]
  return [120 + y, 170 + Math.round(y / 2), 235]
}

const rows = Array.from({ length: height }, (_, y) => [
  0,
  ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat(),
])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

const header = Buffer.alloc(13)
header.writeUInt32BE(width, 0)
header.writeUInt32BE(height, 4)
header.set([8, 2, 0, 0, 0], 8)

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
])
writeFileSync(join(import.meta.dirname, 'recorder.png'), Buffer.concat([png, gzipSync(log)]))
