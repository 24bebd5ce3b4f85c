import type { AnswerRequest, Feed } from './message.ts'

export type Fetch = (request: Request, connection?: { address?: string }) => Promise<Response>

/** Answers a standard Request without a socket, for tests. */
export const toFetch =
  (answer: AnswerRequest): Fetch =>
  async (request, { address = 'local' } = {}) => {
    const { status, headers, body } = await answer({
      method: request.method,
      url: new URL(request.url),
      header: name => request.headers.get(name) ?? undefined,
      address,
      body: request.body?.values() ?? null,
    })
    if (request.method === 'HEAD') return new Response(null, { status, headers })
    const content = typeof body === 'function' ? streamOf(body) : body
    return new Response(content, { status, headers })
  }

function streamOf(feed: Feed): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let leave = () => {}
  return new ReadableStream({
    start(controller) {
      leave = feed({
        write: text => controller.enqueue(encoder.encode(text)),
        get isBehind() {
          return (controller.desiredSize ?? 0) <= 0
        },
        end: () => controller.close(),
        cut: () => controller.error(new Error('the connection was closed')),
      })
    },
    cancel: () => leave(),
  })
}
