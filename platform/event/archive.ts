import { constants, createReadStream, open as openFile, type ReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { makeZip, predictLength } from 'client-zip'
import type { HttpReply } from '../http/message.ts'
import type { ChallengeDefinition } from './model.ts'

type Archive = HttpReply & { body: ReadableStream<Uint8Array> }
type Handouts = Pick<ChallengeDefinition, 'slug'> & {
  files: Pick<ChallengeDefinition['files'][number], 'path' | 'name'>[]
}

/** Every entry has this date, so that the same files give the same bytes. A zip has no time zone. */
const date = new Date(2026, 0, 1)

/**
 * The challenge's files as one zip, read and packed while it is sent. Its bytes depend on names
 * and contents only.
 *
 * @throws as `sizeOf` does
 */
export async function archive({ slug, files }: Handouts): Promise<Archive> {
  const sorted = await Promise.all(
    files
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(async ({ name, path }) => ({
        path,
        name: `${slug}/${name}`,
        size: await sizeOf(path),
      })),
  )
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(slug)}.zip`,
      'content-length': String(predictLength(sorted)),
    },
    body: packed(sorted),
  }
}

/**
 * The size of a file of a challenge, in bytes. Loaded files are no links. A file that became a link could lead out of
 * the challenge.
 *
 * @throws Error if it is gone since the event was loaded, or became something else than a file
 */
export async function sizeOf(path: string): Promise<number> {
  if ((await realpath(path)) !== path)
    throw new Error(`${path} is a link since the event was loaded`)
  const status = await stat(path)
  if (!status.isFile()) throw new Error(`${path} is no file since the event was loaded`)
  return status.size
}

/** Opens it to be read by `contentOf`. */
export async function openHandout(path: string): Promise<ReadStream> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  // Otherwise, to open what became a pipe never ends, and takes a thread that all other reads need.
  const how = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
  // A plain descriptor, because a FileHandle that is garbage-collected while open ends the process.
  const fd = await promisify(openFile)(path, how)
  return createReadStream(path, { fd })
}

/**
 * As many bytes as the length of the reply says, also if the file has become longer meanwhile. A client takes other
 * bytes for the next reply, or waits for those that are missing.
 *
 * @throws Error if the file has become shorter
 */
export async function* contentOf(
  path: string,
  file: ReadStream,
  size: number,
): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
  if (left > 0) throw new Error(`${path} became shorter while it was sent`)
}

function packed(files: { path: string; name: string; size: number }[]): ReadableStream<Uint8Array> {
  let open: ReadStream | undefined
  const entries = async function* () {
    for (const { path, name, size } of files) {
      open = await openHandout(path)
      yield { input: contentOf(path, open, size), name, size, lastModified: date }
    }
  }
  // The zip is made at the first read, because it opens its first file at once.
  let zip: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        zip ??= makeZip(entries()).getReader()
        const { done, value } = await zip.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // client-zip's own cancel leaves the file open and rejects with the reason.
      async cancel() {
        open?.destroy()
        await zip?.cancel().catch(() => undefined)
      },
    },
    // The stream opens nothing before it is read, because nobody cancels the body of an answer to HEAD.
    { highWaterMark: 0 },
  )
}
