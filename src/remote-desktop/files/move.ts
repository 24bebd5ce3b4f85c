import { fromCallback } from 'xstate'
import type { MoveEvent } from '../../machines/desktop-transfer/events.ts'
import type { DesktopTransferContext, MoveInput } from '../../machines/desktop-transfer/machine.ts'
import { type FilesAccess, FilesRefused } from './access.ts'
import { download } from './download.ts'
import { upload, uploadPath } from './upload.ts'

/** Refusals that another request may fix: the platform has more than this page knows, or is away for a moment. */
const passing = new Set(['offset', 'unreachable', 'tooMany'])

/** Moves one file, as long as the state that invokes it. */
export const moveContent = (access: FilesAccess) =>
  fromCallback<MoveEvent, MoveInput>(({ input, sendBack }) => {
    const over = new AbortController()
    const tell = (event: MoveEvent) => over.signal.aborted || sendBack(event)
    const reporting = { tell, signal: over.signal }
    const { source } = input
    const moving =
      source.kind === 'upload'
        ? upload(access, input, source.file, reporting)
        : download(access, input, source.path, reporting)
    moving.catch(error => {
      const refusal = error instanceof FilesRefused ? error.refusal : null
      if (refusal === null || passing.has(refusal)) tell({ type: 'content.cut' })
      else tell({ type: 'content.refused', failure: refusal })
    })
    return () => over.abort()
  })

/** Asks the platform to delete the received part of an upload. */
export const takeBack =
  ({ call }: FilesAccess) =>
  ({ context }: { context: DesktopTransferContext }): void => {
    if (context.source.kind !== 'upload') return
    void call(uploadPath(context), { method: 'DELETE' }).catch(() => undefined)
  }
