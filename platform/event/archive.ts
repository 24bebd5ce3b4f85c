import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { makeZip, predictLength } from 'client-zip'
import type { ChallengeDefinition } from './model.ts'

type Handouts = Pick<ChallengeDefinition, 'slug' | 'files'>

/** Every entry has this date, in whatever zone (a zip knows none): the same files, the same bytes. */
const date = new Date(2026, 0, 1)

/**
 * The challenge's files as one zip, read and packed while it is sent. Its bytes depend on names
 * and contents only.
 *
 * @throws Error from the file system, when a file is gone since the event was loaded.
 */
export async function archive({ slug, files }: Handouts): Promise<Response> {
  const sorted = await Promise.all(
    files
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(async ({ name, path }) => ({
        path,
        name: `${slug}/${name}`,
        size: (await stat(path)).size,
      })),
  )
  return new Response(packed(sorted), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(slug)}.zip`,
      'content-length': String(predictLength(sorted)),
    },
  })
}

function packed(files: { path: string; name: string; size: number }[]): ReadableStream<Uint8Array> {
  let open: ReadStream | undefined
  const entries = async function* () {
    for (const { path, name, size } of files) {
      open = createReadStream(path)
      yield { input: open, name, size, lastModified: date }
    }
  }
  const zip = makeZip(entries()).getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await zip.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    // client-zip's own cancel leaves the file open and rejects with the reason.
    async cancel() {
      open?.destroy()
      await zip.cancel().catch(() => undefined)
    },
  })
}
