import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** A file is not text as people write it. */
export class TextError extends Error {
  override readonly name = 'TextError'
  /** From 1. */
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** In bytes: a thousand times what people write by hand. */
const maxWritten = 4 * 2 ** 20

/**
 * The content of a file that people write.
 *
 * @param maxBytes the size that it may have
 * @throws Error if it is no file, too large, or cannot be read
 */
export async function readWritten(path: string, maxBytes = maxWritten): Promise<Buffer> {
  // To open a pipe for reading does not end before somebody writes to it, and takes a thread meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new Error('is not a file')
    if (status.size > maxBytes) throw new Error(`is larger than ${sizeText(maxBytes)}`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

const sizeText = (bytes: number) =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`

/**
 * The text of a file in UTF-8, or in UTF-16 with its mark, as Windows writes it.
 *
 * @throws TextError for any other encoding: its letters would be lost
 * @throws as `readWritten` does
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readWritten(path)
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new TextError('its letters are not in UTF-8; save it as UTF-8', lineOfMistake(bytes))
  }
}

/** Each byte is a letter in Latin-1, so the lines keep their bytes. */
function lineOfMistake(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n')
  return lines.findIndex(line => !isUtf8(Buffer.from(line, 'latin1'))) + 1 || 1
}
