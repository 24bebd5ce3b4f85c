import type { Clock } from '../clock.ts'
import type { HttpRequest } from '../http/message.ts'
import { readUpTo } from '../http/read-up-to.ts'
import { Refusal } from '../refusal.ts'

const maxBytes = 64 * 1024
const maxMs = 20_000

/**
 * Reads a body as UTF-8. It stops at the limit, even if the client announced a shorter body.
 *
 * @throws Refusal with 413 after 64 KB, with 408 after 20 s
 */
export async function readBodyText(body: HttpRequest['body'], clock: Clock): Promise<string> {
  if (!body) return ''
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const cancel = clock.after(maxMs, () => resolve('late'))
  try {
    const read = await Promise.race([readUpTo(body, maxBytes).catch(lost), late])
    if (read === 'late') throw tooSlow()
    if (read === null) throw tooLarge()
    return new TextDecoder().decode(read)
  } finally {
    cancel()
  }
}

const tooLarge = () =>
  new Refusal('VALIDATION_FAILED', 'the body is larger than 64 KB', { status: 413 })

const lost = () => {
  throw new Refusal('UNKNOWN', 'the connection was lost before the body was there', { status: 400 })
}

const tooSlow = () =>
  new Refusal('UNKNOWN', 'the body did not come within 20 seconds: try again', { status: 408 })
