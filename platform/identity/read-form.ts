import type { KoaContextWithOIDC } from 'oidc-provider'

const largestForm = 16 * 1024
/** What is read beyond it and dropped, so that a browser which is still sending gets its answer. */
const largestDropped = 1024 * 1024

/** @returns null where a form is larger than 16 KB */
export async function readForm(ctx: KoaContextWithOIDC): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let length = 0
  // Otherwise the end of the loop would cut the connection before the reply.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length <= largestForm) chunks.push(chunk)
    if (length > largestDropped) break
  }
  if (length <= largestForm) return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  ctx.set('connection', 'close')
  return null
}
