import type { HttpReply } from '../../http/message.ts'
import type { HomeFile, HomeFiles } from './home-files.ts'
import { stepsOf } from './open.ts'

interface Asked {
  path: string
  /** Headers of the request. */
  range: string | undefined
  ifRange: string | undefined
  /** Ends the reply, unfinished. */
  signal: AbortSignal
  /** Called once, when reading has ended. */
  onClose(): void
}

const headers = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'accept-ranges': 'bytes',
  'cache-control': 'no-store',
}

/** A file of a home, or the rest of it, as a stream. A file that shrinks meanwhile ends the connection. */
export async function readContent(files: HomeFiles, asked: Asked): Promise<HttpReply> {
  const file = await files.open(stepsOf(asked.path))
  try {
    const { size } = file
    const etag = `"${file.tag}"`
    const isSame = asked.ifRange === undefined || asked.ifRange === etag
    const from = isSame ? startOf(asked.range) : null
    if (from !== null && from > size) {
      await close(file, asked)
      return {
        status: 416,
        headers: { ...headers, etag, 'content-range': `bytes */${size}` },
        body: null,
      }
    }
    const start = from ?? 0
    const range: Record<string, string> =
      from === null || from === size
        ? {}
        : { 'content-range': `bytes ${start}-${size - 1}/${size}` }
    return {
      status: 'content-range' in range ? 206 : 200,
      headers: { ...headers, ...range, etag, 'content-length': String(size - start) },
      body: contentOf(file, start, size, asked),
    }
  } catch (error) {
    await close(file, asked)
    throw error
  }
}

/** Only the rest of a file is asked for: `bytes=N-`. */
const startOf = (range: string | undefined): number | null => {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return start === undefined ? null : Number(start)
}

async function close(file: HomeFile, { onClose }: Asked): Promise<void> {
  onClose()
  await file.close()
}

/** One text, whatever the programs of a desktop do to the file: the log has each text at most once a minute. */
const cut = 'a file of a desktop was cut'

/** SFTP answers with less than 256 KB at once. */
const chunkBytes = 240 * 1024

function contentOf(file: HomeFile, start: number, end: number, asked: Asked) {
  let position = start
  let isOpen = true
  const finish = async () => {
    if (!isOpen) return
    isOpen = false
    asked.signal.removeEventListener('abort', stop)
    await close(file, asked)
  }
  let fail: (error: Error) => void = () => {}
  const stop = () => {
    fail(new Error(cut))
    void finish()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = error => controller.error(error)
        asked.signal.addEventListener('abort', stop)
        if (asked.signal.aborted) stop()
      },
      async pull(controller) {
        if (position === end) {
          controller.close()
          return finish()
        }
        const length = Math.min(chunkBytes, end - position)
        try {
          const chunk = await file.read(position, length)
          if (chunk.length === 0) throw new Error('the file has shrunk')
          position += chunk.length
          controller.enqueue(chunk)
        } catch (error) {
          await finish()
          throw new Error(cut, { cause: error })
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}
