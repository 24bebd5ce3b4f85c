import pLimit from 'p-limit'
import { maxImageSize } from '../../../src/api/contract/desktop/files.ts'
import type { Clock } from '../../clock.ts'
import type { HttpReply, HttpRequest } from '../../http/message.ts'
import { FilesRefused } from '../files/refusal.ts'
import { type ClipboardImages, ImageRefused } from './clipboard-images.ts'
import { isPngLike, plainPng } from './png.ts'

/** Images on their way at once, of all desktops: each is in memory. */
const maxImages = 24
/** A whole image on a slow connection. */
const maxMs = 120_000

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Moves the images of clipboards, at most one of a desktop at once. */
export function createImages(clock: Clock) {
  const busy = new Map<string, AbortController>()
  /** Each unpacking takes a whole processor. */
  const limit = pLimit(2)

  async function checked(bytes: Uint8Array): Promise<Buffer> {
    const png = await limit(() => plainPng(bytes))
    if (!png) throw new ImageRefused('notPng')
    return png
  }

  async function give(images: ClipboardImages, request: HttpRequest, signal: AbortSignal) {
    const announced = Number(request.header('content-length') ?? 0)
    if (announced > maxImageSize) throw new FilesRefused('tooLarge')
    const png = await checked(await readImage(request.body, clock, signal))
    signal.throwIfAborted()
    await images.give(png)
    return { status: 204, headers, body: null }
  }

  async function take(images: ClipboardImages): Promise<HttpReply> {
    const bytes = await images.take(maxImageSize)
    // Browsers log each answer that is an error, and this is none.
    if (!bytes) return { status: 204, headers, body: null }
    if (bytes.length > maxImageSize) throw new FilesRefused('tooLarge')
    const body = new Uint8Array(await checked(bytes))
    return { status: 200, headers: { ...headers, 'content-type': 'image/png' }, body }
  }

  return {
    /**
     * Answers GET and PUT of the image.
     *
     * @throws FilesRefused or ImageRefused
     */
    async answer(id: string, images: ClipboardImages, request: HttpRequest): Promise<HttpReply> {
      const { method } = request
      if (method !== 'GET' && method !== 'PUT') return { status: 405, headers, body: null }
      if (busy.has(id) || busy.size >= maxImages) throw new FilesRefused('tooMany')
      const stop = new AbortController()
      busy.set(id, stop)
      try {
        return await (method === 'PUT' ? give(images, request, stop.signal) : take(images))
      } catch (error) {
        if (stop.signal.aborted) throw new FilesRefused('notRunning')
        throw error
      } finally {
        busy.delete(id)
      }
    },

    /** To be called when a desktop does not run any more. */
    dismiss(id: string) {
      busy.get(id)?.abort()
    },
  }
}

/** @throws a refusal if it is too large, does not begin as a PNG, or takes too long */
async function readImage(
  body: HttpRequest['body'],
  clock: Clock,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!body) throw new ImageRefused('notPng')
  const { promise: over, resolve } = Promise.withResolvers<null>()
  const cancel = clock.after(maxMs, () => resolve(null))
  signal.addEventListener('abort', () => resolve(null), { once: true })
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const read = await Promise.race([body.next().catch(() => null), over])
      if (read === null) throw new FilesRefused('invalid')
      if (read.done) return Buffer.concat(chunks)
      length += read.value.byteLength
      if (length > maxImageSize) throw new FilesRefused('tooLarge')
      chunks.push(read.value)
      const isLongEnough = chunks.length === 1 && read.value.byteLength >= 8
      if (isLongEnough && !isPngLike(read.value)) throw new ImageRefused('notPng')
    }
  } finally {
    cancel()
  }
}
