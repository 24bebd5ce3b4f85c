import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const FOLDERS = ['src', 'platform']

/**
 * The file of every machine of the app and the platform, by the machine's id. If the id is not written out
 * in the source, the machine has the name of its folder.
 */
export function machineFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const file of FOLDERS.flatMap(sourcesIn)) {
    for (const [, id = basename(dirname(file))] of readFileSync(file, 'utf8').matchAll(
      /\bcreateMachine\((?:\{\s*id: '([^']+)')?/g,
    )) {
      const other = files.get(id)
      if (other) throw new Error(`The machines of ${other} and ${file} have the same id '${id}'.`)
      files.set(id, file)
    }
  }
  return files
}

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => join(folder, file))
    .sort()
