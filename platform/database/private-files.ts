import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes a folder and all in it from other users of the machine: the embedded engine makes 0666. */
export async function keepPrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await keepPrivate(path)
    else if (entry.isFile()) await chmod(path, 0o600)
  }
}
