import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { downloadZip, predictLength } from 'client-zip'
import type { ChallengeDefinition } from './model.ts'

type Handouts = Pick<ChallengeDefinition, 'slug' | 'files'>

/** Every entry has this date: the same files are the same archive, wherever they were checked out. */
const date = new Date('2026-01-01T00:00:00Z')

/**
 * The challenge's files as one zip, read and packed while it is sent. Its bytes depend on names
 * and contents only.
 *
 * @throws Error from the file system, when a file is gone since the event was loaded.
 */
export async function archive({ slug, files }: Handouts): Promise<Response> {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1))
  const sizes = await Promise.all(
    sorted.map(async ({ name, path }) => ({
      name: `${slug}/${name}`,
      size: (await stat(path)).size,
    })),
  )
  const entries = async function* () {
    for (const [at, { path }] of sorted.entries()) {
      const input = Readable.toWeb(createReadStream(path)) as ReadableStream<
        Uint8Array<ArrayBuffer>
      >
      yield { ...sizes[at], name: sizes[at]?.name ?? slug, input, lastModified: date }
    }
  }
  const { body } = downloadZip(entries())
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(slug)}.zip`,
      'content-length': String(predictLength(sizes)),
    },
  })
}
