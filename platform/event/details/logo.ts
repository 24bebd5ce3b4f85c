import { hash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Logo } from '../model.ts'

/** In bytes: every participant loads it. */
const largest = 512 * 1024

const kinds: [type: string, isIt: (bytes: Buffer) => boolean][] = [
  ['image/png', bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/webp', bytes => /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12))],
  ['image/svg+xml', bytes => /^\ufeff?\s*<(\?xml|!--|!DOCTYPE svg|svg)\b/i.test(bytes.toString())],
]

/**
 * Reads the event's logo into memory, so that what is served is what was checked.
 *
 * @returns the logo, or what is wrong with it
 */
export async function readLogo(root: string, path: string): Promise<Logo | string> {
  const file = await realpath(resolve(root, path)).catch(() => null)
  if (file === null) return `'${path}' does not exist`
  if (!file.startsWith((await realpath(root)) + sep))
    return `'${path}' lies outside of the event's folder`
  const info = await stat(file)
  if (!info.isFile()) return `'${path}' is no file`
  if (info.size > largest) return `'${path}' is larger than ${largest / 1024} KB`
  const bytes = new Uint8Array(await readFile(file))
  const kind = kinds.find(([, isIt]) => isIt(Buffer.from(bytes.buffer)))
  if (!kind) return `'${path}' is no PNG, JPEG, WebP or SVG picture`
  return { bytes, type: kind[0], tag: hash('sha256', bytes, 'hex').slice(0, 16) }
}
