import type { FilesRefusal, ImageRefusal } from '../../api/contract.ts'
import type { DesktopAnswer } from '../desktop-answer.ts'

/** Why an image does not arrive. */
export type ImageFailure =
  | FilesRefusal
  | ImageRefusal
  /** The desktop's clipboard has none. */
  | 'noImage'
  /** The connection was lost. */
  | 'lost'

export type SendAnswer = DesktopAnswer<undefined, ImageFailure>

export type DesktopPasteEvent =
  /** The user pasted an image into the desktop. */
  | { type: 'image.pasted'; image: Blob }
  /** Close the message about what went wrong. */
  | { type: 'failure.closed' }
