import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A user may have taken the rights from folders of the home; give the owner back what rm needs. */
export async function makeDeletable(folder: string): Promise<void> {
  await promisify(execFile)('chmod', ['-R', 'u+rwX', folder]).catch(() => undefined)
}
