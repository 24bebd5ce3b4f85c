import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes a folder and all in it private to this user: the embedded engine creates files with 0666. */
export async function keepPrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await keepPrivate(path)
    else if (entry.isFile()) await chmod(path, 0o600)
  }
}

/**
 * Refuses a folder with anything in it that is neither file nor folder: the embedded engine opens files without a
 * limit of time, and a pipe would hold the whole process. A link stays, since PostgreSQL's log may lie elsewhere.
 *
 * @throws Error with the path of the first one
 */
export async function refuseOtherThanFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink())
      throw new Error(`${join(entry.parentPath, entry.name)} is neither a file nor a folder`)
}
