import { isUtf8 } from 'node:buffer'
import { readSmallFile } from './small-file.ts'

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

/**
 * The text of a file in UTF-8, or in UTF-16 with its mark, as Windows writes it.
 *
 * @throws TextError for any other encoding: its letters would be lost
 * @throws as `readSmallFile` does
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readSmallFile(path)
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
