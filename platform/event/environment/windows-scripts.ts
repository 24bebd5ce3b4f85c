import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readStart } from '../../files/small-file.ts'

/** A folder with more of them is no folder of scripts. */
const maxFiles = 100

/**
 * The scripts in a folder whose first line ends as on Windows. Linux then looks for a program whose name ends with a
 * carriage return, and only says that the script is not found.
 */
export async function windowsScripts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter(entry => entry.isFile()).map(({ name }) => name)
  const found: string[] = []
  for (const name of names.sort().slice(0, maxFiles))
    if (await isWindowsScript(join(folder, name))) found.push(name)
  return found
}

/** False also for what cannot be read. */
export const isWindowsScript = (path: string): Promise<boolean> =>
  readStart(path, 256).then(
    start => /^#![^\r\n]*\r\n/.test(start.toString('latin1')),
    () => false,
  )

export const windowsText = (file: string): string =>
  `'${file}' has line ends of Windows, so it may not start; save it with those of Linux (LF)`
