import type { Directory } from '../api/directory.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { EventDefinition } from '../event/model.ts'
import type { HttpReply, HttpRequest } from '../http/message.ts'
import type { Identity } from '../identity/identity.ts'
import { Refusal } from '../refusal.ts'
import type { Scores } from '../scores/scores.ts'
import { createNews } from './news.ts'
import { createStreams, type Subscriber } from './streams.ts'

export interface LiveOptions {
  bus: Bus
  clock: Clock
  event: CurrentEvent
  identity: Pick<Identity, 'revocations'>
  scores: Scores
  directory: Directory
  /** Streams at once. */
  maxStreams: number
}

/** The live stream: announces to signed-in users that something has changed, and never what. */
export interface Live {
  /** How many streams are open. */
  readonly count: number
  /** How many users have one or more. */
  readonly online: number
  /** @throws Refusal if there is no room for another stream */
  answer(request: HttpRequest, subscriber: Subscriber): HttpReply
  eventChanged(before: EventDefinition): void
  /** Ends all streams in order, and opens no more. */
  close(): void
}

/** A client without a stream polls, so it may wait for its next attempt. In seconds. */
const retryAfter = 60

export function createLive(options: LiveOptions): Live {
  const { clock, identity, maxStreams } = options
  const streams = createStreams({ clock, onTick: () => news.passTime() })
  const news = createNews({ ...options, streams })
  let isClosed = false
  identity.revocations?.onRevoked(grantId => {
    streams.end(subscriber => subscriber.grantId === grantId)
  })

  return {
    get count() {
      return streams.count
    },
    get online() {
      return streams.users()
    },
    answer(request, subscriber) {
      if (isClosed || streams.count >= maxStreams)
        throw new Refusal('UNKNOWN', 'there are too many streams', { retryAfter })
      return {
        status: 200,
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store, no-transform',
          // Otherwise nginx would collect messages.
          'x-accel-buffering': 'no',
        },
        body: streams.open(subscriber, request.header('last-event-id')),
      }
    },
    eventChanged: news.eventChanged,
    close() {
      isClosed = true
      streams.close()
    },
  }
}
