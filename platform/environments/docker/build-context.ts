import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isPathForOrganiser } from '../../event/organiser-files.ts'

/**
 * What an image is built from: the folder without what is the organiser's in it. Links go into the
 * image as links, so that none brings in what lies outside of the folder.
 */
export async function contextOf(folder: string): Promise<{ context: string; src: string[] }> {
  const src: string[] = []
  const visit = async (at: string): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true })
    // A folder is listed where it is empty only: dockerode takes one with all that is in it.
    if (entries.length === 0) src.push(relative(folder, at))
    for (const entry of entries) {
      const path = join(at, entry.name)
      if (isPathForOrganiser(relative(folder, path))) continue
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() || entry.isSymbolicLink()) src.push(relative(folder, path))
    }
  }
  await visit(folder)
  return { context: folder, src }
}
