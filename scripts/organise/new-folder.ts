import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../platform/files/make-folder.ts'

/** The files are here until all of them are complete, since a process that is killed cannot remove them. */
const unfinished = 'unfinished'

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
  const inside = join(folder, unfinished)
  const found = await readdir(folder)
  if (found.length > 0 && !found.includes(unfinished))
    throw new Error(`the folder ${folder} is not empty: name a new one`)
  await mkdir(inside, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(
      `${inside} is there: another command writes it now, or one was cut off; wait, or delete ${folder}`,
    )
  })
  const names = new Set<string>()
  try {
    const result = await work(name => {
      names.add(name)
      return join(inside, name)
    })
    for (const name of names) await rename(join(inside, name), join(folder, name))
    await rmdir(inside)
    return result
  } catch (error) {
    for (const name of names) await rm(join(folder, name), { force: true })
    await rm(inside, { recursive: true, force: true })
    // A full disk names no path.
    throw error instanceof Error && !('path' in error)
      ? Object.assign(error, { path: folder })
      : error
  }
}
