import { hash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { findPath } from '../../files/find-path.ts'
import { readSmallFile } from '../../files/small-file.ts'
import { reasonOf } from '../../log-errors.ts'
import type { Logo } from '../model.ts'
import { pictureType } from '../pictures/picture-size.ts'

/** In bytes: every participant loads it. */
const maxBytes = 512 * 1024

const isSvg = (bytes: Buffer) =>
  /^\ufeff?\s*<(\?xml|!--|!DOCTYPE svg|svg)\b/i.test(bytes.toString())

/**
 * Reads the event's logo into memory, so that what is served is what was checked.
 *
 * @returns the logo, or what is wrong with it
 */
export async function readLogo(root: string, path: string): Promise<Logo | string> {
  const file = await findPath(root, path)
  if (file === null) return `'${path}' does not exist`
  if (!file.startsWith((await realpath(root)) + sep))
    return `'${path}' lies outside of the event's folder`
  const read = await readSmallFile(file, maxBytes).catch((error: NodeJS.ErrnoException) => error)
  if (read instanceof Error)
    return `'${path}' ${read.code ? `cannot be read: ${reasonOf(read)}` : read.message}`
  const bytes = new Uint8Array(read)
  const buffer = Buffer.from(bytes.buffer)
  const type = pictureType(buffer) ?? (isSvg(buffer) ? 'image/svg+xml' : null)
  if (!type) return `'${path}' is not a PNG, JPEG, GIF, WebP or SVG picture`
  return { bytes, type, tag: hash('sha256', bytes, 'hex').slice(0, 16) }
}
