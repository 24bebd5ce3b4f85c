import pLimit, { type LimitFunction } from 'p-limit'
import {
  desktopFilesPath,
  type FilesRefusal,
  filesRefusals,
  imageRefusals,
} from '../../../src/api/contract/desktop/files.ts'
import type { Clock } from '../../clock.ts'
import { credentialsOf, type HttpReply, type HttpRequest } from '../../http/message.ts'
import type { Log } from '../../log.ts'
import { shareRuns } from '../../runtime/share-runs.ts'
import type { Admission, Admit } from '../admission.ts'
import { type ClipboardImages, ImageRefused } from '../clipboard/clipboard-images.ts'
import { createImages } from '../clipboard/images.ts'
import { forwardedHeader } from '../forward-upgrade.ts'
import { readContent } from './content.ts'
import { forwardToReplica } from './forward-to-replica.ts'
import type { HomeFiles } from './home-files.ts'
import { listFolder } from './list.ts'
import { FilesRefused, refusalOf } from './refusal.ts'
import { createUploads, maxFileSize, type UploadRequest } from './uploads.ts'

interface FilesOptions {
  admit: Admit
  /** A pass for what a ticket opens; null for a ticket that is not valid. */
  passFor(ticket: string): string | null
  /** A new ticket for a page with a pass; null for a pass that is not valid. */
  ticketFor(pass: string): string | null
  /** The files of a desktop that runs here. */
  filesOf(id: string): HomeFiles
  imagesOf(id: string): ClipboardImages
  clock: Clock
  log: Log
}

/** Files of one desktop that are read at once. */
const maxReads = 8
/** Folders of one desktop that wait until they are listed, one after the other: each is a thousand looks at the disk. */
const maxWaitingLists = 16

/** What walks through the home of one desktop. A page may ask for it as often as it likes. */
interface Walks {
  readonly measure: HomeFiles['measure']
  /** In which folders are listed. */
  readonly turn: LimitFunction
}

interface OngoingRead {
  id: string
  grantId: string | null
  stop: AbortController
}

type OpenedDesktop = Extract<Admission, { id: string }> & { files: HomeFiles }

/** Answers the calls about files of desktops; see the contract. */
export function createFiles(options: FilesOptions) {
  const { admit, passFor, ticketFor, filesOf, imagesOf, clock, log } = options
  const images = createImages(clock)
  const uploads = createUploads(clock)
  const ongoingReads = new Set<OngoingRead>()
  const walks = new Map<string, Walks>()

  function walksOf(id: string): Walks {
    const known = walks.get(id)
    if (known) return known
    const added = { measure: shareRuns(() => filesOf(id).measure()), turn: pLimit(1) }
    walks.set(id, added)
    return added
  }

  function listInTurn(id: string, files: HomeFiles, path: string): ReturnType<typeof listFolder> {
    const { turn } = walksOf(id)
    if (turn.pendingCount >= maxWaitingLists) throw new FilesRefused('tooMany')
    return turn(() => listFolder(files, path))
  }

  async function answerHere(
    request: HttpRequest,
    call: string,
    opened: OpenedDesktop,
  ): Promise<HttpReply> {
    const { id, files, grantId } = opened
    const { method, url } = request
    const path = url.searchParams.get('path') ?? ''
    switch (`${method} ${call}`) {
      case 'GET list': {
        const { used } = await files.measure()
        return json({
          ...(await listInTurn(id, files, path)),
          used: Math.round(used),
          limit: files.homeMb * 2 ** 20,
          maxFileSize: maxFileSize(files),
        })
      }
      case 'GET content': {
        if ([...ongoingReads].filter(one => one.id === id).length >= maxReads)
          throw new FilesRefused('tooMany')
        const read = { id, grantId, stop: new AbortController() }
        ongoingReads.add(read)
        return readContent(files, {
          path,
          range: request.header('range'),
          ifRange: request.header('if-range'),
          signal: read.stop.signal,
          onClose: () => ongoingReads.delete(read),
        }).catch(error => {
          ongoingReads.delete(read)
          throw error
        })
      }
      case 'GET upload':
        return json(await uploads.state(id, files, uploadOf(url)))
      case 'PUT upload': {
        const asked = { ...uploadOf(url), offset: numberIn(url, 'offset') }
        const state = await uploads.put(id, files, asked, request.body)
        if (state.name !== null) log.info({ desktop: id, bytes: asked.size }, 'a file was received')
        return json(state)
      }
      case 'DELETE upload':
        await uploads.cancel(id, files, uploadOf(url).upload)
        return { status: 204, headers: noStore, body: null }
      default:
        return { status: 405, headers: noStore, body: null }
    }
  }

  async function route(request: HttpRequest): Promise<HttpReply> {
    const call = request.url.pathname.slice(desktopFilesPath.length + 1)
    if (call === 'pass') {
      const ticket = credentialsOf(request, 'ticket') ?? ''
      const found = await admit(ticket, 'ticket')
      if (typeof found === 'string') throw refused(found)
      return request.method === 'POST'
        ? json({ pass: passFor(ticket) })
        : { status: 405, headers: noStore, body: null }
    }
    const found = await admit(credentialsOf(request, 'pass') ?? '', 'pass')
    if (typeof found === 'string') throw refused(found)
    if (call === 'ticket') {
      return request.method === 'POST'
        ? json({ ticket: ticketFor(credentialsOf(request, 'pass') ?? '') })
        : { status: 405, headers: noStore, body: null }
    }
    if ('id' in found && call === 'image')
      return images.answer(found.id, imagesOf(found.id), request)
    if ('id' in found) {
      const files = { ...filesOf(found.id), measure: walksOf(found.id).measure }
      return answerHere(request, call, { ...found, files })
    }
    // If two replicas each took the other for the owner, they would forward it for ever.
    if (request.header(forwardedHeader)) throw new FilesRefused('notRunning')
    return forwardToReplica(request, found.url).catch(() => {
      throw new FilesRefused('unreachable')
    })
  }

  return {
    takes: (pathname: string) => pathname.startsWith(`${desktopFilesPath}/`),

    async answer(request: HttpRequest): Promise<HttpReply> {
      try {
        return await route(request)
      } catch (error) {
        if (error instanceof ImageRefused)
          return json({ error: error.code }, imageRefusals[error.code])
        const code = refusalOf(error)
        if (code === undefined) throw error
        return json({ error: code }, filesRefusals[code])
      }
    },

    /** Ends what goes in and out of a desktop that has ended. */
    dismiss(id: string) {
      uploads.dismiss(id)
      images.dismiss(id)
      walks.delete(id)
      for (const read of ongoingReads) if (read.id === id) read.stop.abort()
    },

    /** Ends what a sign-in reads, on all desktops. */
    dismissGrant(grantId: string) {
      for (const read of ongoingReads) if (read.grantId === grantId) read.stop.abort()
    },
  }
}

const noStore = { 'cache-control': 'no-store' }

const json = (value: unknown, status = 200): HttpReply => ({
  status,
  headers: { ...noStore, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

const refused = (why: Extract<Admission, string>) => {
  const codes = { ticketRefused: 'refused', notRunning: 'notRunning' } as const satisfies Record<
    typeof why,
    FilesRefusal
  >
  return new FilesRefused(codes[why])
}

function uploadOf(url: URL): UploadRequest {
  const upload = url.searchParams.get('id') ?? ''
  if (!/^[\da-z-]{8,64}$/.test(upload)) throw new FilesRefused('invalid')
  return { upload, name: url.searchParams.get('name') ?? '', size: numberIn(url, 'size') }
}

function numberIn({ searchParams }: URL, name: string): number {
  const text = searchParams.get(name) ?? ''
  if (!/^\d{1,15}$/.test(text)) throw new FilesRefused('invalid')
  return Number(text)
}
