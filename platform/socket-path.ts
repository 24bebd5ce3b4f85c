import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The socket for the commands of organisers. */
export const organiserSocket = 'organiser.sock'
/** The longest path of a socket that every system takes. */
const maxPathBytes = 100

/**
 * The path of a socket in a data folder. A long one is replaced by a short one, which is valid until
 * `close`.
 */
export async function socketPathIn(
  folder: string,
  name: string,
): Promise<{ path: string; close: () => Promise<void> }> {
  const path = join(folder, name)
  if (Buffer.byteLength(path) <= maxPathBytes) return { path, close: async () => {} }
  const handle = await open(folder)
  return { path: `/proc/self/fd/${handle.fd}/${name}`, close: () => handle.close() }
}
