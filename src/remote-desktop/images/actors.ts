import { fromPromise } from 'xstate'
import { maxImageSize } from '../../api/contract/desktop/files.ts'
import type { DesktopImage, ReadAnswer } from '../../machines/desktop-image/events.ts'
import type { ImageFailure, SendAnswer } from '../../machines/desktop-paste/events.ts'
import { type FilesAccess, FilesRefused, ImageRefused } from '../files/access.ts'
import { toPng } from './png.ts'

/** Sends an image to the desktop's clipboard. */
export const sendImage = ({ call }: FilesAccess) =>
  fromPromise<SendAnswer, Blob>(async ({ input, signal }) => {
    const png = await toPng(input)
    if (!png) return 'notPng'
    if (png.size > maxImageSize) return 'tooLarge'
    try {
      await call('image', { method: 'PUT', body: png, signal })
      return null
    } catch (error) {
      return failureOf(error)
    }
  })

/** Reads the image of the desktop's clipboard. */
export const readImage = ({ call }: FilesAccess) =>
  fromPromise<ReadAnswer>(async ({ signal }) => {
    try {
      const answer = await call('image', { signal })
      if (answer.status === 204) return { failure: 'noImage' }
      const png = await answer.blob()
      if (png.size > maxImageSize) return { failure: 'tooLarge' }
      const picture = await createImageBitmap(png).catch(() => null)
      return picture ? { image: { png, picture } } : { failure: 'notPng' }
    } catch (error) {
      return { failure: failureOf(error) }
    }
  })

/** Puts an image into the browser's clipboard. */
export const writeImage = fromPromise<void, DesktopImage | null>(async ({ input }) => {
  if (!input) throw new Error('There is no image.')
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': input.png })])
})

/** @throws any error but a refusal */
function failureOf(error: unknown): ImageFailure {
  if (error instanceof FilesRefused || error instanceof ImageRefused) return error.refusal
  throw error
}
