import type { ImageFailure } from '../desktop-paste/events.ts'

/** An image of the desktop, which the page shows and can copy. */
export interface DesktopImage {
  readonly png: Blob
  readonly picture: ImageBitmap
}

export type ReadAnswer = { image: DesktopImage } | { failure: ImageFailure }

export type DesktopImageEvent =
  /** Its panel was opened, or closed. */
  | { type: 'image.opened' }
  | { type: 'image.closed' }
  /** Reads the image again. */
  | { type: 'image.refresh' }
  /** Puts it into the browser's clipboard, after a click. */
  | { type: 'image.copy' }
