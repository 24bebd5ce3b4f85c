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
