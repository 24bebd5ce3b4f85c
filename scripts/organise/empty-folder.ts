import { readdir } from 'node:fs/promises'
import { makeFolder } from '../../platform/make-folder.ts'

/**
 * Makes a folder for what is written, for its owner only.
 *
 * @throws Error in plain words if there is something in it
 */
export async function makeEmptyFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  if ((await readdir(folder)).length > 0)
    throw new Error(`the folder ${folder} is not empty: name a new one`)
}
