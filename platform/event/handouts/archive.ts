import { hash } from 'node:crypto'
import type { Content } from '../../http/partial-reply.ts'
import type { ChallengeDefinition } from '../model.ts'
import { checksumOf, type HandedOut, withChecksum } from './checksum.ts'
import { bodyOf, contentOf, type FileState, stateOf } from './handout-file.ts'
import { layOut, lengthOf, type ZipPart } from './zip.ts'

type Handouts = Pick<ChallengeDefinition, 'slug'> & { files: readonly HandedOut[] }

/** Change it with the bytes that `layOut` makes of the same files. Otherwise, a download continues with other bytes. */
const layout = 2

interface Entry {
  file: HandedOut
  state: FileState
}

/**
 * The challenge's files as one zip, read and packed while it is sent. Its bytes depend on names and contents only, and
 * its tag on names, sizes and times of change. So nothing is read before the reply begins.
 *
 * @throws as `stateOf` does
 */
export async function archive({ slug, files }: Handouts): Promise<Content> {
  const entries = await Promise.all(
    files
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (file): Promise<Entry> => ({ file, state: await stateOf(file.path) })),
  )
  const parts = layOut(
    entries.map(({ file, state }) => ({ name: `${slug}/${file.name}`, size: state.size })),
  )
  return {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(slug)}.zip`,
      // The client may store it, and asks each time whether it is still valid.
      'cache-control': 'private, no-cache',
    },
    etag: tagOf(slug, entries),
    size: lengthOf(parts),
    read: (start, end) => bodyOf(bytesOf(parts, entries, start, end)),
  }
}

function tagOf(slug: string, entries: readonly Entry[]): string {
  const states = entries.map(({ file: { name }, state: { size, modified } }) => [
    ...[name, size, String(modified)],
  ])
  return `"${hash('sha256', JSON.stringify([layout, slug, states]), 'base64url').slice(0, 22)}"`
}

/** The bytes from `start` up to `end`. */
async function* bytesOf(
  parts: readonly ZipPart[],
  entries: readonly Entry[],
  start: number,
  end: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const entryOf = (index: number) => {
    const entry = entries[index]
    if (!entry) throw new Error(`the zip has no file ${index}`)
    return entry
  }
  let at = 0
  for (const part of parts) {
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, part.size)
    at += part.size
    if (from >= to) continue
    if (part.kind === 'bytes') yield part.bytes.subarray(from, to)
    else {
      const { file, state } = entryOf(part.file)
      if (part.kind === 'checked')
        yield part.write(await checksumOf(file, state)).subarray(from, to)
      else if (to - from === part.size) yield* withChecksum(file, state)
      else yield* contentOf(file.path, state, { start: from, end: to })
    }
  }
}
