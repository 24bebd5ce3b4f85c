import type { UploadState } from '../../../src/api/contract/desktop/files.ts'
import type { Clock } from '../../clock.ts'
import type { HttpRequest } from '../../http/message.ts'
import type { HomeFiles } from './home-files.ts'
import { numbered, safeName } from './names.ts'
import { FilesRefused } from './refusal.ts'

export interface UploadRequest {
  /** The page's name for it: the same for all its parts. */
  upload: string
  name: string
  size: number
}

const mb = 2 ** 20
/** Uploads of one desktop at once. */
const maxUploads = 16
/** How long an upload may rest, to be continued later. */
const maxIdleMs = 60 * 60_000
/**
 * How long an upload keeps its place while all are taken. A page tries for less time to continue one by itself, so what
 * rests for longer needs a person, who may be gone.
 */
const keepsPlaceMs = 2 * 60_000
/** How long a page may send nothing of a part, in milliseconds. */
const maxSilenceMs = 30_000
const maxNumbers = 999
/** Disk space that is left to the platform's own data, in bytes. */
const reserve = 512 * mb

interface Upload {
  size: number
  /** Resolves when there is room for it, and its part is there. */
  admitted: Promise<void>
  /** When a page last asked for it or sent some of it, by the monotonic clock. */
  usedAt: number
  /** Ends the request that sends now. A page that sends again has lost that one. */
  current: { stop: AbortController; over: Promise<unknown> } | null
  /** Its name in ~/Downloads, once it is there. */
  name: string | null
}

interface DesktopUploads {
  /** By their ids. */
  uploads: Map<string, Upload>
  /** What still deletes parts. */
  removals: Set<Promise<void>>
}

/** Those that have a place: not all of their files is in ~/Downloads. */
const openOf = (uploads: ReadonlyMap<string, Upload>): Upload[] =>
  [...uploads.values()].filter(({ name }) => name === null)

/**
 * Receives files for the homes of desktops, part by part. What has arrived waits, and is moved to ~/Downloads when
 * it is whole.
 */
export function createUploads(clock: Clock) {
  const desktops = new Map<string, DesktopUploads>()
  function desktopOf(id: string): DesktopUploads {
    const known = desktops.get(id) ?? { uploads: new Map(), removals: new Set() }
    desktops.set(id, known)
    return known
  }

  /** Frees its place at once. @returns when nothing is left of it */
  function forget(id: string, files: HomeFiles, name: string): Promise<void> {
    const { uploads, removals } = desktopOf(id)
    const upload = uploads.get(name)
    uploads.delete(name)
    upload?.current?.stop.abort()
    const removal = (async () => {
      await upload?.admitted.catch(() => undefined)
      await upload?.current?.over
      await files.removePart(name)
    })()
    removals.add(removal)
    return removal.finally(() => removals.delete(removal))
  }

  /** Forgets uploads that have rested for too long. @throws FilesRefused if there is no place for another one */
  function freePlace(id: string, files: HomeFiles): void {
    const { uploads } = desktopOf(id)
    const now = clock.monotonic()
    const leave = (name: string) => void forget(id, files, name).catch(() => undefined)
    const restedMs = ({ current, usedAt }: Upload) => (current ? 0 : now - usedAt)
    for (const [name, upload] of uploads) if (restedMs(upload) > maxIdleMs) leave(name)
    if (openOf(uploads).length < maxUploads) return
    const [longest] = [...uploads]
      .filter(([, upload]) => upload.name === null && restedMs(upload) > keepsPlaceMs)
      .sort(([, a], [, b]) => restedMs(b) - restedMs(a))
    if (!longest) throw new FilesRefused('tooMany')
    leave(longest[0])
  }

  /** @throws FilesRefused if there is no room for it */
  async function admit(id: string, files: HomeFiles, asked: UploadRequest): Promise<Upload> {
    const { uploads, removals } = desktopOf(id)
    const known = uploads.get(asked.upload)
    if (known?.size === asked.size) {
      known.usedAt = clock.monotonic()
      // The page may have lost the connection on which it asked first.
      await known.admitted
      return known
    }
    if (known) throw new FilesRefused('invalid')
    if (asked.size > maxFileSize(files)) throw new FilesRefused('tooLarge')
    freePlace(id, files)
    const { promise: admitted, resolve, reject } = Promise.withResolvers<void>()
    admitted.catch(() => undefined)
    const usedAt = clock.monotonic()
    const upload: Upload = { size: asked.size, admitted, usedAt, current: null, name: null }
    // Counted before the home is measured, because another one may be admitted meanwhile.
    uploads.set(asked.upload, upload)
    const open = openOf(uploads)
    try {
      // An upload that lost its place may come again: its old part is deleted first.
      await Promise.allSettled(removals)
      await requireRoom(files, open)
      await (await files.openPart(asked.upload)).close()
      resolve()
    } catch (error) {
      uploads.delete(asked.upload)
      reject(error)
    }
    await admitted
    return upload
  }

  async function receive(
    files: HomeFiles,
    asked: UploadRequest & { offset: number },
    upload: Upload,
    { body, signal }: { body: HttpRequest['body']; signal: AbortSignal },
  ): Promise<void> {
    if (upload.name !== null) return
    const part = await files.openPart(asked.upload)
    try {
      let received = part.size
      if (received !== asked.offset) throw new FilesRefused('offset')
      for await (const chunk of chunksOf(body, signal, clock)) {
        if (received + chunk.byteLength > asked.size) throw new FilesRefused('invalid')
        await part.append(chunk)
        received += chunk.byteLength
        upload.usedAt = clock.monotonic()
      }
      if (received < asked.size || signal.aborted) return
      await part.publish()
    } finally {
      await part.close()
    }
    await requireRoom(files, [{ size: asked.size }])
    upload.name = await deliver(files, asked)
  }

  async function stateOf(files: HomeFiles, name: string, upload: Upload): Promise<UploadState> {
    if (upload.name !== null) return { received: upload.size, name: upload.name }
    return { received: await files.partSize(name), name: null }
  }

  return {
    /** How much of it has arrived; makes room for a new one. */
    async state(id: string, files: HomeFiles, asked: UploadRequest): Promise<UploadState> {
      return stateOf(files, asked.upload, await admit(id, files, asked))
    },

    /**
     * Receives the part from `offset` on. What arrives before the connection is cut is kept.
     *
     * @throws FilesRefused `offset` if another length is there
     */
    async put(
      id: string,
      files: HomeFiles,
      asked: UploadRequest & { offset: number },
      body: HttpRequest['body'],
    ): Promise<UploadState> {
      const upload = await admit(id, files, asked)
      // It was cancelled meanwhile: nobody counts what would arrive of it.
      if (desktopOf(id).uploads.get(asked.upload) !== upload) throw new FilesRefused('invalid')
      const stop = new AbortController()
      const before = upload.current
      before?.stop.abort()
      const receiving = (async () => {
        await before?.over
        await receive(files, asked, upload, { body, signal: stop.signal })
      })()
      const current = { stop, over: receiving.catch(() => undefined) }
      upload.current = current
      await receiving.finally(() => {
        if (upload.current === current) upload.current = null
      })
      return stateOf(files, asked.upload, upload)
    },

    cancel: forget,

    /** To be called when a desktop does not run any more. Its parts are deleted when it starts again. */
    dismiss(id: string) {
      for (const { current } of desktops.get(id)?.uploads.values() ?? []) current?.stop.abort()
      desktops.delete(id)
    },
  }
}

/** Bytes. */
export const maxFileSize = ({ fileMb }: HomeFiles): number => fileMb * mb

/** @throws FilesRefused if files of these sizes would fill the home or the disk */
async function requireRoom(files: HomeFiles, added: readonly { size: number }[]): Promise<void> {
  const bytes = added.reduce((sum, { size }) => sum + size, 0)
  const { used, free } = await files.measure()
  if (used + bytes > files.homeMb * mb) throw new FilesRefused('homeFull')
  if (free - bytes < reserve) throw new FilesRefused('diskFull')
}

/** The chunks of a body, until the connection is cut, is silent for too long, or the signal aborts. */
async function* chunksOf(body: HttpRequest['body'], signal: AbortSignal, clock: Clock) {
  if (!body) return
  const aborted = new Promise<null>(resolve =>
    signal.addEventListener('abort', () => resolve(null), { once: true }),
  )
  while (!signal.aborted) {
    const { promise: silent, resolve } = Promise.withResolvers<null>()
    const cancel = clock.after(maxSilenceMs, () => resolve(null))
    const read = await Promise.race([body.next().catch(() => null), aborted, silent])
    cancel()
    if (read === null || read.done) return
    yield read.value
  }
}

/** Puts a whole file into ~/Downloads. @returns its name there: one that is free */
async function deliver(files: HomeFiles, { upload, name }: UploadRequest): Promise<string> {
  const wanted = safeName(name)
  const downloads = await files.openDownloads()
  try {
    for (let number = 1; number <= maxNumbers; number++) {
      const free = numbered(wanted, number)
      if (await downloads.take(upload, free)) return free
    }
    throw new FilesRefused('noDownloads')
  } finally {
    await downloads.close()
  }
}
