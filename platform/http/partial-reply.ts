import { listsTag } from './lists-tag.ts'
import type { HttpReply, HttpRequest } from './message.ts'

/** Bytes that can be read from any place on. */
export interface Content {
  /** Without those that `partialReply` adds. */
  headers: Record<string, string>
  /** A strong tag: other bytes have another one. */
  etag: string
  /** In bytes. */
  size: number
  /** The bytes from `start` up to, and without, `end`. Nothing is opened before the first read. */
  read(start: number, end: number): ReadableStream<Uint8Array>
}

interface Range {
  start: number
  /** The first byte that is not in it. */
  end: number
}

/**
 * Answers with all of the content, or with the one range that the client asks for. So a download that was cut
 * continues where it was. https://www.rfc-editor.org/rfc/rfc9110#section-14
 */
export function partialReply(
  { method, header }: Pick<HttpRequest, 'method' | 'header'>,
  { headers: own, etag, size, read }: Content,
): HttpReply {
  const headers = { ...own, etag, 'accept-ranges': 'bytes' }
  const expected = header('if-match')
  if (expected !== undefined && !names(expected, etag)) return { status: 412, headers, body: null }
  const known = header('if-none-match')
  if (known !== undefined && names(known.replaceAll('W/', ''), etag))
    return { status: 304, headers, body: null }

  const isSame = (header('if-range') ?? etag) === etag
  const range = method === 'GET' && isSame ? rangeOf(header('range'), size) : null
  if (range === 'beyond')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: null }
  const { start, end } = range ?? { start: 0, end: size }
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    },
    body: read(start, end),
  }
}

const names = (list: string, etag: string) => list.trim() === '*' || listsTag(list, etag)

/**
 * @returns null: all of it. Several ranges count as none, since one request could then ask for the same bytes
 * again and again
 */
function rangeOf(header: string | undefined, size: number): Range | 'beyond' | null {
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '') {
    if (last === '') return null
    const length = Math.min(Number(last), size)
    return length === 0 ? 'beyond' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'beyond'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
