import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Users can remove permissions from their own folders. This restores those that `rm` needs. */
export async function makeDeletable(folder: string): Promise<void> {
  await promisify(execFile)('chmod', ['-R', 'u+rwX', folder]).catch(() => undefined)
}
