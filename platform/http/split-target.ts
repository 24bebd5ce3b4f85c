import type { IncomingMessage } from 'node:http'

/**
 * The line of a request may name the whole address: `GET http://host/path`. What it names counts, and the header `Host`
 * does not. Afterwards, the request looks like any other one.
 *
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export function splitTarget(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(request.url ?? '') ?? []
  if (!host) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}
