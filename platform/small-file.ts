import { randomUUID } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'

interface Written {
  /** False: an existing file stays, and this rejects with `EEXIST`. */
  replaces?: boolean
}

/**
 * Writes a file completely or not at all, even if process or host end meanwhile. Only its owner may
 * read it.
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
