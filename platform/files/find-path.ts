import { readdir, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isSameText } from '../names/same-text.ts'

/**
 * The real path of a file or folder that an organiser's YAML names, for example in `files`. Null: nothing is there.
 *
 * The YAML may write `ö` as one character, and the disk as two (NFC and NFD of Unicode): macOS writes such names. They
 * count as the same.
 *
 * @param folder absolute; what `name` is relative to
 */
export async function findPath(folder: string, name: string): Promise<string | null> {
  const path = resolve(folder, name)
  const real = await realpath(path).catch(() => null)
  if (real !== null) return real
  let found = folder
  for (const step of relative(folder, path).split(sep)) {
    const entries = await readdir(found).catch(() => [])
    const entry = entries.find(one => isSameText(one, step))
    if (entry === undefined) return null
    found = join(found, entry)
  }
  return realpath(found).catch(() => null)
}
