import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Deletes a folder of a user, who may have removed permissions from it. This first restores those that `rm` needs. */
export async function deleteFolder(folder: string): Promise<void> {
  await promisify(execFile)('chmod', ['-R', 'u+rwX', folder]).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
