import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

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

export async function isWindowsScript(path: string): Promise<boolean> {
  // To open a pipe for reading does not end before somebody writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null)
  if (!file) return false
  try {
    if (!(await file.stat()).isFile()) return false
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    return /^#![^\r\n]*\r\n/.test(buffer.toString('latin1', 0, bytesRead))
  } catch {
    return false
  } finally {
    await file.close()
  }
}
