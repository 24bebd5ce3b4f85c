import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { FilesRefused } from './refusal.ts'

/** Opening a pipe must not wait for its writer. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const maxSteps = 64

/** The path of a name in an open folder. It stays in that folder, whatever is renamed meanwhile. */
export const within = (folder: FileHandle, name: string): string =>
  `/proc/self/fd/${folder.fd}/${name}`

/**
 * Opens what is below a folder, without following a link. Programs of the desktop may replace each folder
 * by a link at any moment. So each step begins at the descriptor of the last one.
 *
 * @param steps names from the folder on
 * @throws FilesRefused, or an error of the file system
 */
export async function openBelow(folder: string, steps: readonly string[]): Promise<FileHandle> {
  let at = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  for (const step of steps) {
    const next = await open(within(at, step), flags).finally(() => at.close())
    at = next
  }
  return at
}

/** The steps of `a/b`. @throws FilesRefused if it could lead anywhere else */
export function stepsOf(path: string): string[] {
  const steps = path === '' ? [] : path.split('/')
  const isStrange = (step: string) => ['', '.', '..'].includes(step) || step.includes('\0')
  if (steps.length > maxSteps || steps.some(isStrange)) throw new FilesRefused('invalid')
  return steps
}
