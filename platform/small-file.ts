import { randomUUID } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'

interface Written {
  /** False: where there is a file of this name, that one stays, and this rejects with `EEXIST`. */
  replaces?: boolean
}

/**
 * Writes a file that is there as a whole or not at all, though the process or the machine end in
 * the midst of it. Nobody but its owner may read it.
 */
export async function writeSmallFile(
  file: string,
  text: string,
  { replaces = true }: Written = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true })
    await (replaces ? rename(temporary, file) : link(temporary, file))
  } finally {
    await rm(temporary, { force: true })
  }
}
