import { readdir, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isSameText } from './names/same-text.ts'

/**
 * The real path of what a file of the organiser names, as in `files`. Null: nothing is there.
 *
 * macOS, and archives that were made there, write the `ö` of a name in another form than an editor does. So a path
 * that is not there as it is written is looked for in the other forms of Unicode.
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
