import type { KoaContextWithOIDC } from 'oidc-provider'
import { readUpTo } from '../../http/read-up-to.ts'

const maxFormSize = 16 * 1024
/** Bytes that are read in all. Those of a larger form are dropped, so that a browser that still sends gets the reply. */
const maxRead = 1024 * 1024

/** @returns null if the form is larger than 16 KB */
export async function readForm(ctx: KoaContextWithOIDC): Promise<URLSearchParams | null> {
  // Otherwise the end of reading would cut the connection before the reply.
  const body = ctx.req.iterator({ destroyOnReturn: false })
  const read = await readUpTo(body, maxFormSize, maxRead - maxFormSize)
  if (read) return new URLSearchParams(read.toString('utf8'))
  // HTTP/2 has no such header.
  if (ctx.req.httpVersionMajor === 1) ctx.set('connection', 'close')
  return null
}
