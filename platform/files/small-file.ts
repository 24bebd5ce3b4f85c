import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, open, rename, rm, writeFile } from 'node:fs/promises'

/** A thousand times what people write by hand. */
const maxReadBytes = 4 * 2 ** 20

/**
 * The content of a file that people write, or that `writeSmallFile` wrote.
 *
 * @param maxBytes the size that it may have
 * @throws Error if it is no file, too large, or cannot be read
 */
export function readSmallFile(path: string, maxBytes = maxReadBytes): Promise<Buffer> {
  return withFile(path, async (file, size) => {
    if (size > maxBytes) throw new Error(`is larger than ${sizeText(maxBytes)}`)
    return file.readFile()
  })
}

/**
 * The text of a file that `writeSmallFile` wrote.
 *
 * @returns null if there is none; empty if it cannot be read
 */
export const readTextIfAny = (path: string): Promise<string | null> =>
  readSmallFile(path).then(String, ({ code }) => (code === 'ENOENT' ? null : ''))

/**
 * The first bytes of a file of any size, at most that many.
 *
 * @throws Error if it is no file, or cannot be read
 */
export function readStart(path: string, bytes: number): Promise<Buffer> {
  return withFile(path, async file => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  })
}

async function withFile<T>(
  path: string,
  read: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // To open a pipe for reading does not end before somebody writes to it, and takes a thread meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new Error('is not a file')
    return await read(file, status.size)
  } finally {
    await file.close()
  }
}

const sizeText = (bytes: number) =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`

interface WriteOptions {
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
  { replaces = true }: WriteOptions = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true })
    await (replaces ? rename(temporary, file) : link(temporary, file))
  } finally {
    await rm(temporary, { force: true })
  }
}
