import * as v from 'valibot'
import {
  desktopFilesPath,
  FilesError,
  FilesPass,
  type FilesRefusal,
  ImageError,
  type ImageRefusal,
  NewTicket,
} from '../../api/contract/desktop/files.ts'

/** The platform declined a call about files. */
export class FilesRefused extends Error {
  readonly refusal: FilesRefusal
  constructor(refusal: FilesRefusal) {
    super(`files: ${refusal}`)
    this.refusal = refusal
  }
}

/** The platform declined a call about an image. */
export class ImageRefused extends Error {
  readonly refusal: ImageRefusal
  constructor(refusal: ImageRefusal) {
    super(`image: ${refusal}`)
    this.refusal = refusal
  }
}

export interface FilesAccess {
  /** Gets a pass for a ticket, which is valid for less than a minute. */
  admit(ticket: string): void
  /** A new ticket for the pass. */
  renew(signal: AbortSignal): Promise<string>
  /** @throws FilesRefused, ImageRefused, or an error of the network */
  call(path: string, init?: RequestInit): Promise<Response>
}

/** @param origin the origin of the platform's desktops */
export function createFilesAccess(origin: string): FilesAccess {
  let ticket: string | null = null
  let pass: Promise<string> | null = null

  async function send(path: string, authorization: string, init: RequestInit = {}) {
    const headers = { ...init.headers, authorization }
    const response = await fetch(`${origin}${desktopFilesPath}/${path}`, { ...init, headers })
    if (response.ok || response.status === 416) return response
    const said: unknown = await response.json().catch(() => null)
    const body = v.safeParse(FilesError, said)
    if (body.success) throw new FilesRefused(body.output.error)
    const ofImage = v.safeParse(ImageError, said)
    if (ofImage.success) throw new ImageRefused(ofImage.output.error)
    // A proxy may accept less than the platform.
    if (response.status === 413) throw new FilesRefused('tooLarge')
    throw new Error(`status ${response.status}`)
  }

  /** If there is no pass yet, requests one. */
  async function passNow(): Promise<string> {
    if (ticket === null) throw new FilesRefused('refused')
    if (pass) return pass
    const asked = send('pass', `Ticket ${ticket}`, { method: 'POST' })
      .then(response => response.json())
      .then(body => v.parse(FilesPass, body).pass)
    pass = asked
    asked.catch(() => {
      if (pass === asked) pass = null
    })
    return asked
  }

  return {
    admit(given) {
      if (given === ticket) return
      ticket = given
      pass = null
      void passNow().catch(() => undefined)
    },
    async renew(signal) {
      const init = { method: 'POST', signal }
      const response = await send('ticket', `Pass ${await passNow()}`, init)
      return v.parse(NewTicket, await response.json()).ticket
    },
    call: async (path, init) => send(path, `Pass ${await passNow()}`, init),
  }
}
