/**
 * The files of a desktop's home, as its page gets and sends them. The page sends a pass in the header
 * Authorization (`Pass VALUE`). It gets the pass for its ticket (`Ticket VALUE`, POST `pass`). A page that is not
 * embedded gets no tickets from another page, so it gets a new one for its pass (POST `ticket`).
 *
 * GET `list?path=a/b`; GET `content?path=a/b`, with ranges; GET, PUT and DELETE `upload?id&name&size&offset`.
 * GET and PUT `image`: the image of the desktop's clipboard, as PNG. PUT answers 204. The platform passes on only the
 * picture of a PNG. One image of a desktop is on its way at a time.
 */
import * as v from 'valibot'

export const desktopFilesPath = '/desktop/files'

/** The answer of `pass`. */
export const FilesPass = v.object({ pass: v.string() })

/** The answer of `ticket`. */
export const NewTicket = v.object({ ticket: v.string() })

export const HomeEntry = v.object({
  name: v.string(),
  /** `other`: a pipe, a socket, or a name that is not text. Links are not followed. */
  kind: v.picklist(['folder', 'file', 'link', 'other']),
  /** The size of a file. */
  bytes: v.nullable(v.number()),
})
export type HomeEntry = v.InferOutput<typeof HomeEntry>

export const HomeListing = v.object({
  entries: v.array(HomeEntry),
  /** The folder has more entries than are listed. */
  isCut: v.boolean(),
  /** Bytes of the whole home, and its limit. */
  used: v.number(),
  limit: v.number(),
  /** Bytes of the largest file that is accepted. */
  maxFileSize: v.number(),
})
export type HomeListing = v.InferOutput<typeof HomeListing>

/** How much of an upload has arrived. */
export const UploadState = v.object({
  received: v.number(),
  /** The file's name in ~/Downloads, when all of it is there. */
  name: v.nullable(v.string()),
})
export type UploadState = v.InferOutput<typeof UploadState>

/** Why a call is refused, with its HTTP status. */
export const filesRefusals = {
  invalid: 400,
  /** The pass or the ticket is not valid. */
  refused: 401,
  /** A link, a pipe, or a file that its owner closed. */
  unreadable: 403,
  notFound: 404,
  notRunning: 404,
  /** `offset` does not match what has been received. */
  offset: 409,
  /** ~/Downloads is not a folder, or cannot be written to. */
  noDownloads: 409,
  tooLarge: 413,
  tooMany: 429,
  unreachable: 503,
  homeFull: 507,
  diskFull: 507,
} as const
export type FilesRefusal = keyof typeof filesRefusals

export const FilesError = v.object({
  error: v.picklist(Object.keys(filesRefusals) as [FilesRefusal, ...FilesRefusal[]]),
})

/** Bytes. */
export const maxImageSize = 10 * 2 ** 20

/** Pixels: more than two screens of 4K have, or one of 8K. */
export const maxPixels = 40_000_000

/** Why a call about images is refused, beside the refusals of files, with its HTTP status. */
export const imageRefusals = {
  notPng: 415,
  /** The desktop lacks the program for it. */
  noClipboard: 501,
  /** The program that has the image does not hand it over. */
  silent: 504,
} as const
export type ImageRefusal = keyof typeof imageRefusals

export const ImageError = v.object({
  error: v.picklist(Object.keys(imageRefusals) as [ImageRefusal, ...ImageRefusal[]]),
})
