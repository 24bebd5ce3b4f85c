import type { DesktopAnswer } from '../desktop-answer.ts'
import type { ImageFailure } from '../desktop-paste/events.ts'

/** An image of the desktop, to be shown and to be copied. */
export interface DesktopImage {
  readonly png: Blob
  readonly picture: ImageBitmap
}

export type ReadAnswer = DesktopAnswer<DesktopImage, ImageFailure>

export type DesktopImageEvent =
  /** Its panel was opened, or closed. */
  | { type: 'image.opened' }
  | { type: 'image.closed' }
  /** Look again. */
  | { type: 'image.refresh' }
  /** Put it into the browser's clipboard, after a click. */
  | { type: 'image.copy' }
