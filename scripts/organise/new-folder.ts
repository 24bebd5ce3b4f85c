import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../platform/make-folder.ts'

/**
 * Makes a folder for what is written, for its owner only. If the work fails, its files are removed: half of them would
 * look like all, and the same command can be given again.
 *
 * @param work gets the path of each of its files by the name
 * @throws Error in plain words if there is something in the folder
 */
export async function fillNewFolder<T>(
  folder: string,
  work: (pathOf: (name: string) => string) => Promise<T>,
): Promise<T> {
  await makeFolder(folder)
  if ((await readdir(folder)).length > 0)
    throw new Error(`the folder ${folder} is not empty: name a new one`)
  const paths: string[] = []
  const pathOf = (name: string) => {
    const path = join(folder, name)
    paths.push(path)
    return path
  }
  try {
    return await work(pathOf)
  } catch (error) {
    for (const path of paths) await rm(path, { force: true })
    // A full disk names no path.
    throw error instanceof Error && !('path' in error)
      ? Object.assign(error, { path: folder })
      : error
  }
}
