import { isGone } from './client.ts'

interface Printing {
  logs(options: { stdout: true; stderr: true; tail: number }): Promise<unknown>
}

const maxLines = 20

/** @returns the last lines of a container or a service; null if it is not there */
export async function lastLines(source: Printing): Promise<string | null> {
  try {
    const raw = await source.logs({ stdout: true, stderr: true, tail: maxLines })
    return Buffer.isBuffer(raw) ? withoutFrames(raw).trim() : ''
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** The engine puts 8 bytes before each piece of output: its stream and its length. */
function withoutFrames(raw: Buffer): string {
  let text = ''
  for (let at = 0; at + 8 <= raw.length; ) {
    const length = raw.readUInt32BE(at + 4)
    text += raw.toString('utf8', at + 8, at + 8 + length)
    at += 8 + length
  }
  return text
}
