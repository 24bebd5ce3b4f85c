import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listen } from '../support/servers/listen.ts'
import { passUpgrade } from '../support/servers/pass-upgrade.ts'

/** A complete answer of the platform. */
export interface Answered {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** Handles one request: `forward` sends it to the platform, `response` goes to the page. */
export type Answering = (
  response: ServerResponse,
  forward: () => Promise<Answered>,
  page: IncomingMessage,
) => Promise<void>

export interface FaultProxy {
  readonly origin: string
  /** Sends all requests to this port from now on. */
  passTo(port: number): void
  /**
   * Gives the next request that `matches` to `answer`, once.
   *
   * @returns resolves when it is answered
   */
  arm(matches: (method: string, path: string) => boolean, answer: Answering): Promise<void>
  /** Removes faults that no request has met. */
  disarm(): void
  close(): Promise<void>
}

/** Answers a request as the platform did. */
export function pass(response: ServerResponse, { status, headers, body }: Answered) {
  response.writeHead(status, [...headers])
  response.end(body)
}

/** Stands between the browser and the platform, and breaks what the test asks for. */
export async function startFaultProxy(): Promise<FaultProxy> {
  let port = 0
  const armed = new Set<{
    matches: (method: string, path: string) => boolean
    answer: Answering
    done: () => void
  }>()

  const server = createServer(async (page, response) => {
    const forward = forwarder(page, port)
    const path = page.url ?? ''
    const found = [...armed].find(({ matches }) => matches(page.method ?? '', path))
    try {
      if (!found) return pass(response, await forward())
      armed.delete(found)
      await found.answer(response, forward, page)
    } catch {
      response.destroy()
    } finally {
      found?.done()
    }
  })
  // A request fails if its connection is just being closed. That would not be a fault of the case.
  server.keepAliveTimeout = 75_000
  server.on('upgrade', (page, socket, head) => {
    const lines = page.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
    )
    passUpgrade({ url: page.url, lines, head }, socket, connect(port, '127.0.0.1'))
  })
  const ownPort = await listen(server)

  return {
    origin: `http://127.0.0.1:${ownPort}`,
    passTo(next) {
      port = next
    },
    arm: (matches, answer) => new Promise(resolve => armed.add({ matches, answer, done: resolve })),
    disarm: () => armed.clear(),
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** The body is read at once, so that a page that goes away has still sent its request. */
function forwarder(page: IncomingMessage, port: number): () => Promise<Answered> {
  const body = buffer(page)
  body.catch(() => {})
  return async () => {
    const bytes = await body
    return new Promise((resolve, reject) => {
      const { method, url: path, headers } = page
      const onward = request({ host: '127.0.0.1', port, method, path, headers })
      onward.on('error', reject)
      onward.on('response', async answer => {
        const body = await buffer(answer).catch(reject)
        if (!body) return
        resolve({
          status: answer.statusCode ?? 502,
          headers: answer.rawHeaders,
          body,
        })
      })
      onward.end(bytes)
    })
  }
}
