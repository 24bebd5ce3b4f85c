import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '../support/servers/listen.ts'
import { START } from '../support/time.ts'

/** A request as it came over the wire. Headers are null where they were not sent. */
export interface Received {
  readonly method: string
  /** The path with its query. */
  readonly url: string
  readonly authorization: string | null
  readonly contentType: string | null
  readonly body: string
}

/** The backend's reply: a string is sent as text, undefined as no body, all else as JSON. */
export interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: unknown
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const done: Reply = { status: 204, body: undefined }
export const refuse = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Reply => ({ status, headers, body: { ok: false, code, message: 'No.' } })

/** By method and path, as the spec writes them: `GET /v1/user`. */
export type Replies = Record<string, Reply>

/** A backend on its own port, below a path, as behind a proxy. */
export async function startBackend(replies: Replies) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const { method = '', url = '', headers } = request
    received.push({
      method,
      url,
      authorization: headers.authorization ?? null,
      contentType: headers['content-type'] ?? null,
      body: sent,
    })
    const [path] = url.replace(/^\/base/, '').split('?')
    const reply = replies[`${method} ${path}`] ?? refuse(404, 'NOT_FOUND')
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    // The app uses the server's clock.
    const date = new Date(START).toUTCString()
    response.writeHead(reply.status, { date, ...reply.headers }).end(body)
  })
  const port = await listen(server)
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}/base`, received }
}
