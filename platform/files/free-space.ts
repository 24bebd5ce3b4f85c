import { statfs } from 'node:fs/promises'

/** Below this, there is no room for what the database, environments and desktops write. In MB. */
export const minFreeMegabytes = 256

/** @returns MB on the disk of a folder; null: unknown */
export async function freeSpace(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found && Math.floor((found.bavail * found.bsize) / 2 ** 20)
}
