import { rootOf } from '../../domain/path.ts'
import type { StreamEvent } from '../../machines/live/events.ts'
import { livePath } from '../contract/live.ts'
import type { ChallengeRef } from '../contract.ts'
import { readRetryAfter } from '../retry-after.ts'
import { createEventReader, type ServerEvent } from './event-reader.ts'

export interface StreamRequest {
  /** The API's address. */
  readonly baseUrl: string
  readonly token: string
  /** The stream is resumed after this event. Null: it is new. */
  readonly lastId: string | null
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

/**
 * Follows a stream until one side ends it. Rejects if the connection is lost.
 *
 * @returns how many milliseconds the server asks to wait, if it refused the stream
 */
export async function follow(
  { baseUrl, token, lastId, signal, fetch }: StreamRequest,
  tell: (event: StreamEvent) => void,
): Promise<number> {
  const response = await fetch(rootOf(baseUrl) + livePath, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastId !== null && { 'last-event-id': lastId }),
    },
    cache: 'no-store',
    signal,
  })
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.startsWith('text/event-stream') || !response.body) {
    await response.body?.cancel()
    return readRetryAfter(response.headers)
  }
  let isOpen = false
  let retry: number | undefined
  const read = createEventReader(
    event => {
      if (event.type !== '' && event.data !== '') {
        const challenge = challengeIn(event)
        tell({ type: 'stream.news', topic: event.type, ...(challenge && { challenge }) })
      }
      tell({ type: 'stream.received', lastId: event.id, ...(retry !== undefined && { retry }) })
    },
    milliseconds => {
      retry = milliseconds
    },
  )
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return 0
    // A proxy that keeps answers back may have sent the head alone.
    if (!isOpen) tell({ type: 'stream.opened' })
    isOpen = true
    read(value)
  }
}

/** The challenge need not exist. One that is unknown concerns no page. */
function challengeIn({ data }: ServerEvent): ChallengeRef | undefined {
  const { challenge } = JSON.parse(data)
  return isRef(challenge) ? challenge : undefined
}

const isRef = (one: Partial<ChallengeRef> | null | undefined): one is ChallengeRef =>
  typeof one?.categorySlug === 'string' && typeof one.challengeSlug === 'string'
