import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { messageOf } from '../log-errors.ts'
import { createSeldom } from '../seldom.ts'
import { type ConnectionLimits, createReadingCount } from './connections.ts'
import {
  type AnswerRequest,
  type Feed,
  type HttpReply,
  type HttpRequest,
  type Sink,
  textReply,
} from './message.ts'
import { isHttp2 } from './tls.ts'

interface ListenerOptions {
  answer: AnswerRequest
  /** The client's address, as far as it is known. */
  addressOf(request: IncomingMessage): string
  log: Log
  /** Replies at once that are read while they are sent. Default: they are not counted. */
  reading?: ConnectionLimits
}

/** How much of an unread body is still received, in bytes and in milliseconds. */
const maxDropped = 16 * 1024 * 1024
const maxDropMs = 500

/** Makes a listener of a node:http server out of `answer`. */
export function toListener({ answer, addressOf, log, reading }: ListenerOptions) {
  const count = reading && createReadingCount(reading)
  const mayLog = createSeldom(() => performance.now())
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = urlOf(incoming)
    if (!url) return write(incoming, outgoing, invalidAddress)
    const { headers, method = '' } = incoming
    const request: HttpRequest = {
      method,
      url,
      header: name => headers[name] as string | undefined,
      get address() {
        return addressOf(incoming)
      },
      body: incoming.iterator({ destroyOnReturn: false }),
    }
    const reply = await answer(request)
    if (!(reply.body instanceof ReadableStream) || method === 'HEAD')
      return write(incoming, outgoing, reply, request.body)
    const close = count ? count.add(request.address) : () => {}
    if (!close) {
      await reply.body.cancel()
      return write(incoming, outgoing, tooManyReplies, request.body)
    }
    return write(incoming, outgoing, reply, request.body).finally(close)
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    respond(incoming, outgoing).catch(error => {
      // If the client closed the connection, that is not an error. Clients can repeat what ends a body early.
      const isError =
        error instanceof BodyError ? mayLog(messageOf(error.cause)) : !outgoing.destroyed
      log[isError ? 'error' : 'debug']({ err: error }, 'a reply could not be sent')
      outgoing.destroy()
    })
  }
}

async function write(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: HttpReply,
  unread: HttpRequest['body'] = null,
): Promise<void> {
  const isReceived = incoming.readableEnded || (incoming.complete && !incoming.readableDidRead)
  outgoing.writeHead(status, { ...headers, ...lengthOf(status, body) })
  if (body instanceof ReadableStream || typeof body === 'function') {
    if (incoming.method === 'HEAD') outgoing.end()
    else if (typeof body === 'function') follow(body, incoming, outgoing)
    else await pipeline(partsOf(body), destinationOf(incoming, outgoing))
    return
  }
  if (isReceived || !unread) {
    outgoing.end(body)
    return
  }
  outgoing.flushHeaders()
  if (body !== null) outgoing.write(body)
  const isOver = await drop(unread)
  outgoing.end()
  if (isOver) return
  if (isHttp2(incoming)) incoming.stream.close()
  else incoming.socket.destroySoon()
}

/**
 * Node's reply by HTTP/2 says that it has finished when its client cancels it. Its stream says what happened, so only
 * the stream lets `pipeline` end the reading of the body.
 */
const destinationOf = (incoming: IncomingMessage, outgoing: ServerResponse) =>
  isHttp2(incoming) ? incoming.stream : outgoing

/** What makes the body of a reply failed. Its client gets a part of it. */
class BodyError extends Error {
  override readonly name = 'BodyError'
}

async function* partsOf(body: ReadableStream<Uint8Array>) {
  try {
    yield* body
  } catch (error) {
    throw new BodyError('a body ended early', { cause: error })
  }
}

function follow(feed: Feed, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // It would not close a second time.
  if (outgoing.destroyed) return
  outgoing.flushHeaders()
  const leave = feed(new ResponseSink(outgoing))
  outgoing.once('close', leave)
  if (!isHttp2(incoming)) forgetHeaders(incoming)
}

/** Node keeps a request as long as its reply. Its headers take more than anything else of a stream. */
function forgetHeaders(incoming: IncomingMessage): void {
  incoming.headers = {}
  incoming.rawHeaders = []
}

/** A class, because a closure for each method would take more memory. */
class ResponseSink implements Sink {
  readonly #outgoing: ServerResponse
  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing
  }
  write(text: string) {
    this.#outgoing.write(text)
  }
  get isBehind() {
    return this.#outgoing.writableLength > 0
  }
  end() {
    this.#outgoing.end()
  }
  cut() {
    this.#outgoing.destroy()
  }
}

/**
 * Receives the rest of a body for a moment. A client that is cut off while it sends does not read its reply.
 *
 * @returns whether the body is complete
 */
async function drop(chunks: AsyncIterator<Uint8Array>): Promise<boolean> {
  let isLate = false
  const read = async () => {
    for (let length = 0; length <= maxDropped && !isLate; ) {
      const { done, value } = await chunks.next()
      if (done) return true
      length += value.byteLength
    }
    return false
  }
  const late = delay(maxDropMs, false, { ref: false })
  const isOver = await Promise.race([read().catch(() => false), late])
  isLate = true
  return isOver
}

/** node:http sends a body without a length in chunks. */
function lengthOf(status: number, body: HttpReply['body']): { 'content-length'?: number } {
  if (body instanceof ReadableStream || typeof body === 'function') return {}
  if (body !== null) return { 'content-length': Buffer.byteLength(body) }
  return status === 204 || status === 304 ? {} : { 'content-length': 0 }
}

const hostShape = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i
/** The host of a request by HTTP/1.0 that names none. */
const noHost = 'unknown.invalid'
const invalidAddress = textReply(400, 'the address or the host is not valid')

const tooManyReplies = textReply(503, 'too many files are being sent: try again', {
  'retry-after': '10',
})

function urlOf({ url: target = '', headers: { host } }: IncomingMessage): URL | null {
  if (!target.startsWith('/') || (host && !hostShape.test(host))) return null
  return URL.parse(`http://${host || noHost}${target}`)
}
