import type { Answer } from './message.ts'

export type Fetch = (request: Request, connection?: { address?: string }) => Promise<Response>

/** Answers a standard Request without a socket, for tests. */
export const toFetch =
  (answer: Answer): Fetch =>
  async (request, { address = 'local' } = {}) => {
    const { status, headers, body } = await answer({
      method: request.method,
      url: new URL(request.url),
      header: name => request.headers.get(name) ?? undefined,
      address,
      body: request.body?.values() ?? null,
    })
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  }
