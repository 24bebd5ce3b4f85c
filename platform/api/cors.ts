import type { HttpReply, HttpRequest } from '../http/message.ts'

const exposed = { 'access-control-expose-headers': 'date,etag,retry-after,x-request-id' }
const preflight = {
  'access-control-allow-methods': 'GET,POST,PUT,DELETE',
  'access-control-allow-headers':
    'authorization,content-type,idempotency-key,if-none-match,last-event-id',
  'access-control-max-age': String(24 * 60 * 60),
}

/** Answers a browser's preflight for a page of another origin. */
export const preflightReply = (): HttpReply => ({ status: 204, headers: preflight, body: null })

/**
 * Lets only pages of these origins make calls, and read what they need of the reply.
 *
 * @returns the headers to add to a reply
 */
export function createCors(origins: readonly string[]) {
  return (request: HttpRequest, { headers: { vary = 'origin' } }: HttpReply) => {
    const origin = request.header('origin')
    if (origin === undefined || !origins.includes(origin)) return { vary }
    return { vary, 'access-control-allow-origin': origin, ...exposed }
  }
}
