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
 * @throws an error of the network
 */
export async function forwardToReplica(request: HttpRequest, url: string): Promise<HttpReply> {
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
  const response = await fetch(new URL(pathname + search, url), {
    method: request.method,
    headers: { ...pick(asked, name => request.header(name)), [forwardedHeader]: '1' },
    redirect: 'manual',
    ...(hasBody && {
      body: Readable.toWeb(
        Readable.from({ [Symbol.asyncIterator]: () => body }),
        // Node and the browser have different types for it.
      ) as unknown as BodyInit,
      duplex: 'half',
    }),
  })
  return {
    status: response.status,
    headers: pick(answered, name => response.headers.get(name)),
    body: response.body,
  }
}
