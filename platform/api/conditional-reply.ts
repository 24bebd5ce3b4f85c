import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { listsTag } from '../http/lists-tag.ts'
import type { HttpReply, HttpRequest } from '../http/message.ts'
import { takesEncoding } from '../http/takes-encoding.ts'
import type { CallReply } from './call-reply.ts'

const compress = promisify(gzip)
/** In characters. A shorter reply fits into one packet as it is. */
const worthPacking = 1024
/** In characters. Below it, hashing costs less than looking up. */
const worthKeeping = 8 * 1024
/** There are few large replies, and many clients poll them, so the newest are kept with tag and gzip. */
const cache = new Map<string, Entry>()
const maxCached = 16

interface Entry {
  tag: string
  packed: Promise<Buffer<ArrayBuffer>> | null
  /** As it is, in bytes that all replies share. Otherwise, a client that asks often and reads nothing would fill the memory. */
  plain: Buffer<ArrayBuffer> | null
}

/** Answers 304 to a client that already has the reply, and compresses longer replies. */
export function conditionalReply(
  { method, header }: Pick<HttpRequest, 'method' | 'header'>,
  reply: CallReply,
): HttpReply | Promise<HttpReply> {
  const { status, body } = reply
  const isRead = method === 'GET' || method === 'HEAD'
  const mayBeKept = reply.headers['cache-control'] !== 'no-store'
  if (!isRead || status !== 200 || body === null || !mayBeKept)
    return { status, headers: { ...reply.headers, 'cache-control': 'no-store' }, body }

  const entry = entryOf(body)
  const headers = {
    ...reply.headers,
    // The client may store it, and asks each time whether it is still valid.
    'cache-control': reply.headers['cache-control'] ?? 'private, no-cache',
    vary: 'authorization, accept-encoding, origin',
    etag: entry.tag,
  }
  const known = header('if-none-match')
  if (known && listsTag(known, entry.tag)) return { status: 304, headers, body: null }

  const isPacked = body.length >= worthPacking && takesEncoding(header('accept-encoding'), 'gzip')
  if (!isPacked) {
    if (body.length >= worthKeeping) entry.plain ??= Buffer.from(body)
    return { status, headers, body: entry.plain ?? body }
  }
  const withPacked = (packed: Buffer<ArrayBuffer>) => {
    return { status, headers: { ...headers, 'content-encoding': 'gzip' }, body: packed }
  }
  // For a short body, another thread costs five times as much processor time as the compression.
  if (body.length < worthKeeping) return withPacked(gzipSync(body, { level: 4 }))
  entry.packed ??= compress(body, { level: 4 })
  return entry.packed.then(withPacked)
}

function entryOf(body: string): Entry {
  const known = cache.get(body)
  if (known) return known
  // The tag is weak, because it stands for the same content, compressed or not.
  const tag = `W/"${hash('sha1', body, 'base64url')}"`
  const entry: Entry = { tag, packed: null, plain: null }
  if (body.length < worthKeeping) return entry
  const oldest = cache.size >= maxCached ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
  cache.set(body, entry)
  return entry
}
