import type { ImageRefusal } from '../../../src/api/contract/desktop/files.ts'

/** A call about an image that is declined. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly code: ImageRefusal
  constructor(code: ImageRefusal) {
    super(`image: ${code}`)
    this.code = code
  }
}

/** The image of one running desktop's clipboard. All that comes from there is the player's, and may be anything. */
export interface ClipboardImages {
  /** Puts a PNG into the clipboard. @throws ImageRefused */
  give(png: Uint8Array): Promise<void>
  /** What is there as a PNG, and at most one byte more than `maxBytes`; null: nothing. @throws ImageRefused */
  take(maxBytes: number): Promise<Uint8Array | null>
}

/** The first line of what session/clipboard.sh prints has at most this many bytes. */
export const headBytes = 16

/** How long the desktop may take, in milliseconds: longer than each wait of session/clipboard.sh. */
export const maxMs = 20_000

const refusals: Record<string, ImageRefusal> = {
  missing: 'noClipboard',
  silent: 'silent',
}

/**
 * Reads what session/clipboard.sh prints: a word in a line, then bytes.
 *
 * @returns null if the clipboard has no image
 * @throws ImageRefused for any other word but `ok`
 */
export function answerOf(output: Buffer): Buffer | null {
  const end = output.subarray(0, headBytes).indexOf('\n')
  const word = output.toString('latin1', 0, Math.max(0, end))
  if (word === 'none') return null
  if (word !== 'ok') throw new ImageRefused(refusals[word] ?? 'silent')
  return output.subarray(end + 1)
}
