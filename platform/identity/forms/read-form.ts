import type { KoaContextWithOIDC } from 'oidc-provider'

const maxFormSize = 16 * 1024
/** Bytes that are read beyond it and dropped, so that a browser that still sends gets the reply. */
const maxDropped = 1024 * 1024

/** @returns null if the form is larger than 16 KB */
export async function readForm(ctx: KoaContextWithOIDC): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let length = 0
  // Otherwise the end of the loop would cut the connection before the reply.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length <= maxFormSize) chunks.push(chunk)
    if (length > maxDropped) break
  }
  if (length <= maxFormSize) return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  // HTTP/2 has no such header.
  if (ctx.req.httpVersionMajor === 1) ctx.set('connection', 'close')
  return null
}
