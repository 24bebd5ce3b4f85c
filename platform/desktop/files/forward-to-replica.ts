import { Readable } from 'node:stream'
import type { HttpReply, HttpRequest } from '../../http/message.ts'
import { forwardedHeader } from '../forward-upgrade.ts'

const asked = ['authorization', 'range', 'if-range']
const answered = [
  ...['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges'],
  ...['cache-control', 'etag'],
]

/**
 * Sends a request on to another replica, and its answer back, both as streams.
 *
 * @param url of the other, like `http://10.0.0.5:8080`
 * @param answerMs how long the other may take to begin its answer, unless it receives a body. Default 30000: an image
 *   of a clipboard may take 20 s
 * @throws an error of the network
 */
export async function forwardToReplica(
  request: HttpRequest,
  url: string,
  answerMs = 30_000,
): Promise<HttpReply> {
  const { pathname, search } = request.url
  const pick = (names: string[], read: (name: string) => string | null | undefined) =>
    Object.fromEntries(
      names.flatMap(name => {
        const value = read(name)
        return value == null ? [] : [[name, value]]
      }),
    )
  const { body } = request
  const hasBody = request.method === 'PUT' && body !== null
  const late = new AbortController()
  const timer = hasBody ? undefined : setTimeout(() => late.abort(), answerMs)
  const response = await fetch(new URL(pathname + search, url), {
    method: request.method,
    headers: { ...pick(asked, name => request.header(name)), [forwardedHeader]: '1' },
    redirect: 'manual',
    signal: late.signal,
    ...(hasBody && {
      body: Readable.toWeb(
        Readable.from({ [Symbol.asyncIterator]: () => body }),
        // Node and the browser have different types for it.
      ) as unknown as BodyInit,
      duplex: 'half',
    }),
  }).finally(() => clearTimeout(timer))
  return {
    status: response.status,
    headers: pick(answered, name => response.headers.get(name)),
    body: response.body,
  }
}
