import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Outcome } from './outcome.ts'

const compress = promisify(gzip)
/** Below this many characters, packing costs more than it saves. */
const worthPacking = 8 * 1024
/** Big texts are few and asked for by many: the last ones are kept with their tag and their gzip. */
const kept = new Map<string, { tag: string; packed: Promise<Buffer<ArrayBuffer>> | null }>()
const mostKept = 16

/** Makes a Response of an outcome; to a GET with the tag of what the client has already, a 304. */
export async function respond(request: Request, outcome: Outcome): Promise<Response> {
  const { status, body } = outcome
  const headers = new Headers(outcome.headers)
  if (request.method !== 'GET' || status !== 200 || body === null) {
    headers.set('cache-control', 'no-store')
    return new Response(body, { status, headers })
  }

  // The client may keep it, and asks each time whether it is still true.
  headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'authorization, accept-encoding, origin')
  const entry = entryOf(body)
  headers.set('etag', entry.tag)
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? []
  if (known.includes(entry.tag)) return new Response(null, { status: 304, headers })

  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (!takesGzip || body.length < worthPacking) return new Response(body, { status, headers })
  entry.packed ??= compress(body, { level: 4 })
  headers.set('content-encoding', 'gzip')
  return new Response(await entry.packed, { status, headers })
}

function entryOf(body: string) {
  const known = kept.get(body)
  if (known) return known
  const digest = createHash('sha1').update(body).digest('base64url')
  // Weak: the same content, packed or not.
  const entry = { tag: `W/"${digest}"`, packed: null as Promise<Buffer<ArrayBuffer>> | null }
  if (body.length < worthPacking) return entry
  const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(body, entry)
  return entry
}
