import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isPathForOrganiser } from '../event/organiser-files.ts'

/**
 * The files that an image is built from: all of the folder but the organiser's. Links are copied as
 * links, so that no file from outside gets into the image.
 */
export async function contextOf(folder: string): Promise<{ context: string; src: string[] }> {
  const src: string[] = []
  const visit = async (at: string): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true })
    // Only an empty folder is listed: dockerode adds a folder with all that is in it.
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
