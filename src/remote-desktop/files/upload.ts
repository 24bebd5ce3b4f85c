import * as v from 'valibot'
import { UploadState } from '../../api/contract/desktop/files.ts'
import type { MoveEvent } from '../../machines/desktop-transfer/events.ts'
import type { MoveInput } from '../../machines/desktop-transfer/machine.ts'
import type { FilesAccess } from './access.ts'

interface Reporting {
  tell: (event: MoveEvent) => void
  signal: AbortSignal
}

/** Bytes of the first part. A part that took less than a second is followed by one twice as large. */
const FIRST_PART_SIZE = 256 * 1024
/** The default limit of proxies for one request: nginx refuses more. */
const MAX_PART_SIZE = 2 ** 20

export const uploadPath = ({ id, name, size }: MoveInput, offset?: number) =>
  `upload?${new URLSearchParams({ id, name, size: `${size}`, ...(offset !== undefined && { offset: `${offset}` }) })}`

/** Sends what the platform does not have yet of a file. */
export async function upload(
  { call }: FilesAccess,
  input: MoveInput,
  file: File,
  { tell, signal }: Reporting,
): Promise<void> {
  const parse = async (response: Response) => v.parse(UploadState, await response.json())
  let state = await parse(await call(uploadPath(input), { signal }))
  let length = FIRST_PART_SIZE
  while (state.name === null) {
    const { received } = state
    if (received > 0) tell({ type: 'content.moved', bytes: received })
    const part = file.slice(received, received + length)
    // A folder, or a file that has changed, is noticed here: fetch would say the same as without a connection.
    const body = await part.arrayBuffer().catch(() => null)
    if (!body || body.byteLength < part.size) {
      return tell({ type: 'content.refused', failure: 'noFile' })
    }
    const began = performance.now()
    state = await parse(await call(uploadPath(input, received), { method: 'PUT', body, signal }))
    if (performance.now() - began < 1000) length = Math.min(MAX_PART_SIZE, 2 * length)
  }
  tell({ type: 'content.moved', bytes: state.received })
  tell({ type: 'content.completed', name: state.name })
}
