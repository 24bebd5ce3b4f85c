import { fromPromise } from 'xstate'
import { maxImageSize } from '../../api/contract/desktop/files.ts'
import type { DesktopAnswer } from '../../machines/desktop-answer.ts'
import type { ClipboardImage, ReadAnswer } from '../../machines/desktop-clipboard-image/events.ts'
import type { ImageFailure, SendAnswer } from '../../machines/desktop-paste/events.ts'
import { type FilesAccess, FilesRefused, ImageRefused } from '../files/access.ts'
import { toPng } from './png.ts'

/** Sends an image to the desktop's clipboard. */
export const sendImage = ({ call }: FilesAccess) =>
  fromPromise<SendAnswer, Blob>(async ({ input, signal }) => {
    const png = await toPng(input)
    if (!png) return { ok: false, failure: 'notPng' }
    if (png.size > maxImageSize) return { ok: false, failure: 'tooLarge' }
    try {
      await call('image', { method: 'PUT', body: png, signal })
      return { ok: true, data: undefined }
    } catch (error) {
      return refused(error)
    }
  })

/** Reads the image of the desktop's clipboard. */
export const readImage = ({ call }: FilesAccess) =>
  fromPromise<ReadAnswer>(async ({ signal }) => {
    try {
      const response = await call('image', { signal })
      if (response.status === 204) return { ok: false, failure: 'noImage' }
      const png = await response.blob()
      if (png.size > maxImageSize) return { ok: false, failure: 'tooLarge' }
      const picture = await createImageBitmap(png).catch(() => null)
      return picture ? { ok: true, data: { png, picture } } : { ok: false, failure: 'notPng' }
    } catch (error) {
      return refused(error)
    }
  })

/** Puts an image into the browser's clipboard. */
export const writeImage = fromPromise<void, ClipboardImage | null>(async ({ input }) => {
  if (!input) throw new Error('There is no image.')
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': input.png })])
})

/** @throws any error but a refusal */
function refused(error: unknown): DesktopAnswer<never, ImageFailure> {
  if (error instanceof FilesRefused || error instanceof ImageRefused)
    return { ok: false, failure: error.refusal }
  throw error
}
