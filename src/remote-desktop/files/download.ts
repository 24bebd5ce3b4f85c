import { saveFile } from '../../browser/save-file.ts'
import { visibleName } from '../../domain/desktop-file-name.ts'
import type { MoveEvent } from '../../machines/desktop-transfer/events.ts'
import type { MoveInput } from '../../machines/desktop-transfer/machine.ts'
import type { FilesAccess } from './access.ts'

interface Reporting {
  tell: (event: MoveEvent) => void
  signal: AbortSignal
}

/** Bytes that become one Blob, which the browser may keep on its disk. */
const PART_SIZE = 4 * 2 ** 20

/** Fetches the rest of a file, and saves it when it is whole. */
export async function download(
  { call }: FilesAccess,
  input: MoveInput,
  path: string,
  { tell, signal }: Reporting,
): Promise<void> {
  const { tag } = input
  const headers = tag ? { range: `bytes=${input.moved}-`, 'if-range': tag } : undefined
  const response = await call(`content?${new URLSearchParams({ path })}`, {
    headers,
    signal,
  } as RequestInit)
  const isRest = tag !== null && response.headers.get('etag') === tag && response.status !== 416
  const parts: Blob[] = isRest ? [...input.parts] : []
  let bytes = isRest ? input.moved : 0
  let size = input.size
  if (!isRest) {
    size = Number(response.headers.get('content-length'))
    tell({ type: 'content.began', size, tag: response.headers.get('etag') ?? '' })
  }
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let waiting = 0
  const pack = () => {
    const part = new Blob(chunks)
    parts.push(part)
    bytes += waiting
    chunks = []
    waiting = 0
    tell({ type: 'content.moved', bytes, part })
  }
  try {
    for await (const chunk of chunksOf(response)) {
      chunks.push(chunk)
      waiting += chunk.byteLength
      if (waiting >= PART_SIZE) pack()
    }
  } finally {
    if (waiting > 0 && !signal.aborted) pack()
  }
  if (bytes < size) throw new Error('The answer ended early.')
  saveFile(visibleName(input.name), new Blob(parts))
  tell({ type: 'content.completed', name: input.name })
}

/** Not every browser can iterate over a stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || !value) return
    yield value
  }
}
