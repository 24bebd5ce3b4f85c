import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { typeOfFile } from './type-of-file.ts'

export interface SiteFile {
  path: string
  type: string
  etag: string
  isHashed: boolean
  /** The same, compressed; the smallest first. */
  packed: { encoding: 'br' | 'gzip'; path: string }[]
}

/** The files below a folder, by their path in it, without hidden ones. Nothing else can be requested. */
export async function findFiles(folder: string): Promise<Map<string, SiteFile>> {
  const paths = await pathsIn(folder)
  const all = new Set(paths)
  const files = new Map<string, SiteFile>()
  for (const path of paths) {
    const name = relative(folder, path)
    if (/\.(br|gz)$/.test(name)) continue
    const { size, mtimeMs } = await stat(path)
    const packed = [
      { encoding: 'br' as const, path: `${path}.br` },
      { encoding: 'gzip' as const, path: `${path}.gz` },
    ]
    files.set(name, {
      path,
      type: typeOfFile(path),
      etag: `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
      isHashed: name.startsWith('assets/'),
      packed: packed.filter(variant => all.has(variant.path)),
    })
  }
  return files
}

/** The paths of all files that are not hidden, nor in a hidden folder. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const shown = entries.filter(entry => !entry.name.startsWith('.'))
  const paths = await Promise.all(
    shown.map(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return pathsIn(path)
      return entry.isFile() ? [path] : []
    }),
  )
  return paths.flat()
}
