/** A request, from any kind of server. */
export interface HttpRequest {
  method: string
  /** Its host comes from the client, so nothing secret may depend on it alone. */
  url: URL
  /** @param name in lower case */
  header(name: string): string | undefined
  /** The client's network address. */
  readonly address: string
  /** Can be read once; null: there is none. */
  body: AsyncIterator<Uint8Array> | null
}

/** A reply, for any kind of server. For HEAD it is the same as for GET; the server omits the body. */
export interface HttpReply {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | Feed | null
}

/**
 * A body that goes on until one side ends it. It is called once, when the headers are sent.
 *
 * @returns called when the client has gone
 */
export type Feed = (sink: Sink) => () => void

/** Where a feed writes. A ReadableStream would need four times the memory. */
export interface Sink {
  write(text: string): void
  /** The client has not taken all of what was written. */
  readonly isBehind: boolean
  /** Ends the reply in order. */
  end(): void
  /** Closes the connection. */
  cut(): void
}

/** One part of the platform, or all of it: what answers a request. */
export type AnswerRequest = (request: HttpRequest) => Promise<HttpReply>

const schemes = { bearer: /^bearer +(\S+)$/i, ticket: /^ticket +(\S+)$/i, pass: /^pass +(\S+)$/i }

/** The credentials of a scheme in the header Authorization: `Bearer VALUE`. */
export function credentialsOf(
  request: HttpRequest,
  scheme: keyof typeof schemes,
): string | undefined {
  return schemes[scheme].exec(request.header('authorization') ?? '')?.[1]
}

/** A short text, mostly about an error. No cache on the way keeps it: what is missing may be there a moment later. */
export function textReply(
  status: number,
  text: string,
  headers: HttpReply['headers'] = {},
): HttpReply {
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
    body: `${text}\n`,
  }
}
