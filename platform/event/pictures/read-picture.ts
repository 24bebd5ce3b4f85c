import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Picture } from '../model.ts'
import { pictureSize, pictureType, signatureBytes } from './picture-size.ts'

/** In bytes: every participant who opens the challenge loads it. */
const maxBytes = 8 * 1024 * 1024

/** What a text needs to show a file as a picture. Null if it is not a picture, or too large to be shown in a text. */
export async function readPicture(path: string): Promise<Picture | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes))
    const type = pictureType(buffer.subarray(0, bytesRead))
    if (!type || (await file.stat()).size > maxBytes) return null
    const bytes = await file.readFile()
    const whole = Buffer.concat([buffer.subarray(0, bytesRead), bytes])
    const size = pictureSize(whole)
    return size && { type, ...size, tag: hash('sha256', whole, 'hex').slice(0, 16) }
  } finally {
    await file.close()
  }
}
