import type { DesktopAnswer } from '../desktop-answer.ts'
import type { ImageFailure } from '../desktop-paste/events.ts'

/** An image of the desktop, to be shown and to be copied. */
export interface ClipboardImage {
  readonly png: Blob
  readonly picture: ImageBitmap
}

export type ReadAnswer = DesktopAnswer<ClipboardImage, ImageFailure>

export type DesktopClipboardImageEvent =
  /** Its panel was opened, or closed. */
  | { type: 'image.opened' }
  | { type: 'image.closed' }
  /** Look again. */
  | { type: 'image.refresh' }
  /** Put it into the browser's clipboard, after a click. */
  | { type: 'image.copy' }
