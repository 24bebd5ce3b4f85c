import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Outcome } from './outcome.ts'

/** What goes over the wire, for whichever server writes it. */
export interface Reply {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer> | null
}

/** What of a request decides how its outcome is told. */
export interface Asker {
  method: string
  /** @param name in lower case */
  header(name: string): string | undefined
}

const compress = promisify(gzip)
/** Below this many characters, packing costs more than it saves. */
const worthPacking = 8 * 1024
/** Big texts are few and asked for by many: the last ones are kept with their tag and their gzip. */
const kept = new Map<string, { tag: string; packed: Promise<Buffer<ArrayBuffer>> | null }>()
const mostKept = 16

/** How an outcome is told: to a GET with the tag of what the client has already, by a 304. */
export function replyTo(asker: Asker, outcome: Outcome): Reply | Promise<Reply> {
  const { status, body } = outcome
  const mayBeKept = outcome.headers['cache-control'] !== 'no-store'
  if (asker.method !== 'GET' || status !== 200 || body === null || !mayBeKept)
    return { status, headers: { ...outcome.headers, 'cache-control': 'no-store' }, body }

  const entry = entryOf(body)
  const headers = {
    ...outcome.headers,
    // The client may keep it, and asks each time whether it is still true.
    'cache-control': 'private, no-cache',
    vary: 'authorization, accept-encoding, origin',
    etag: entry.tag,
  }
  const known = asker.header('if-none-match')
  if (known && (known === entry.tag || known.split(',').some(tag => tag.trim() === entry.tag)))
    return { status: 304, headers, body: null }

  const isPacked =
    body.length >= worthPacking && /\bgzip\b/.test(asker.header('accept-encoding') ?? '')
  if (!isPacked) return { status, headers, body }
  entry.packed ??= compress(body, { level: 4 })
  return entry.packed.then(packed => ({
    status,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: packed,
  }))
}

function entryOf(body: string) {
  const known = kept.get(body)
  if (known) return known
  // Weak: the same content, packed or not.
  const tag = `W/"${hash('sha1', body, 'base64url')}"`
  const entry = { tag, packed: null as Promise<Buffer<ArrayBuffer>> | null }
  if (body.length < worthPacking) return entry
  const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(body, entry)
  return entry
}
