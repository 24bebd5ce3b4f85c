import type { Clock } from '../clock.ts'
import type { Feed, Sink } from '../http/message.ts'
import { concerns, createRecentMessages, type Message, type Reader } from './recent-messages.ts'

/** The user who opens a stream, and the token. */
export interface Subscriber extends Reader {
  grantId: string | undefined
  /** When the token expires, in milliseconds since the epoch. */
  expires: number
}

export interface Streams {
  readonly count: number
  /** How many users have a stream. */
  users(): number
  /** @param lastId the id of the last event that the client got; absent: it has just read everything */
  open(subscriber: Subscriber, lastId: string | undefined): Feed
  tell(message: Message): void
  /** Ends streams. Their clients come back soon. */
  end(concerns: (subscriber: Subscriber) => boolean): void
  /** Ends all. The caller opens no more. */
  close(): void
}

interface StreamsOptions {
  clock: Clock
  /** Called each second while somebody reads, and before a stream is opened. */
  onTick(): void
}

interface Stream {
  subscriber: Subscriber
  sink: Sink
  /** The number of its last message. */
  seen: number
  /** All streams that get their heartbeat at the same tick. */
  cohort: Set<Stream>
  /** At the last heartbeat, its client had not yet received what was written before. */
  wasBehind: boolean
}

/**
 * Messages are collected for this long, in milliseconds. Several become one, and other replicas get them, too,
 * before a client asks there.
 */
const collectMs = 100
/** A message to many goes to a batch of streams at once, because each client then reads. The batch has at most this size. */
const maxBatch = 1280
const minBatch = 50
/** If a timer is this late, the process is busy, and fewer streams get a message at once. In milliseconds. */
const busyMs = 25
/** Shorter than proxies wait for a silent server (nginx: 60). */
const heartbeatSeconds = 20
/** A browser needs one for all its tabs. With one more, the oldest is ended. */
const maxPerUser = 10
/** How long the client of a replaced stream waits before it comes back, in milliseconds. */
const replacedMs = 60_000

const everything: Message = { to: 'everybody', topic: 'everything' }

export function createStreams({ clock, onTick }: StreamsOptions): Streams {
  const recent = createRecentMessages()
  const all = new Set<Stream>()
  const cohorts = Array.from({ length: heartbeatSeconds }, () => new Set<Stream>())
  /** Streams with a message that is sent at once, and streams that wait for their turn. */
  const hurried = new Set<Stream>()
  const waiting = new Set<Stream>()
  let opened = 0
  let ticks = 0
  let isCollecting = false
  let isTicking = false
  let batch = maxBatch

  /** Clients come back at a random moment within about twice this time. So it grows with their number. */
  const retryMs = () => Math.max(1000, 2 * all.size)

  const remove = (stream: Stream) => {
    for (const set of [all, hurried, waiting, stream.cohort]) set.delete(stream)
  }
  const end = (stream: Stream, retry: number) => {
    flush(stream)
    remove(stream)
    stream.sink.write(`retry: ${retry}\n\n`)
    stream.sink.end()
  }
  const flush = (stream: Stream, comment = '') => {
    waiting.delete(stream)
    // It gets its messages at its next heartbeat.
    if (stream.sink.isBehind) return
    const messages = recent.since(stream.seen, stream.subscriber) ?? [everything]
    stream.seen = recent.last
    if (messages.length > 0 || comment) stream.sink.write(comment + textOf(messages, stream.seen))
  }
  const textOf = (messages: readonly Message[], number: number) => {
    const events = messages.map(
      ({ topic, challenge }) => `event: ${topic}\ndata: ${JSON.stringify({ challenge })}\n`,
    )
    return `${events.join('\n')}id: ${recent.idOf(number)}\n\n`
  }

  const collect = () => {
    if (isCollecting) return
    isCollecting = true
    const due = clock.monotonic() + collectMs
    clock.after(collectMs, () => {
      isCollecting = false
      const isBusy = clock.monotonic() - due > busyMs
      batch = isBusy ? Math.max(minBatch, batch / 2) : Math.min(maxBatch, batch * 2)
      for (const stream of hurried) flush(stream)
      hurried.clear()
      let left = batch
      for (const stream of waiting) {
        if (left-- <= 0) break
        flush(stream)
      }
      if (waiting.size > 0) collect()
    })
  }
  const sendHeartbeat = (stream: Stream) => {
    const { subscriber, sink } = stream
    if (subscriber.expires <= clock.now()) return end(stream, retryMs())
    if (sink.isBehind && stream.wasBehind) {
      remove(stream)
      return sink.cut()
    }
    stream.wasBehind = sink.isBehind
    flush(stream, ': heartbeat\n')
  }
  const tick = () => {
    if (isTicking || all.size === 0) return
    isTicking = true
    clock.after(1000, () => {
      isTicking = false
      onTick()
      for (const stream of cohorts[ticks++ % heartbeatSeconds] as Set<Stream>) sendHeartbeat(stream)
      tick()
    })
  }

  return {
    get count() {
      return all.size
    },
    users: () => new Set([...all].map(({ subscriber }) => subscriber.userId)).size,
    open: (subscriber, lastId) => sink => {
      onTick()
      const own: Stream[] = []
      for (const one of all) if (one.subscriber.userId === subscriber.userId) own.push(one)
      if (own.length >= maxPerUser) end(own[0] as Stream, replacedMs)
      const seen = lastId === undefined ? recent.last : recent.numberOf(lastId)
      const missed = seen === null ? null : recent.since(seen, subscriber)
      const cohort = cohorts[opened++ % heartbeatSeconds] as Set<Stream>
      const stream = { subscriber, sink, seen: recent.last, cohort, wasBehind: false }
      all.add(stream)
      cohort.add(stream)
      sink.write(`retry: ${retryMs()}\n${textOf(missed ?? [everything], stream.seen)}`)
      tick()
      return () => remove(stream)
    },
    tell(message) {
      recent.add(message)
      const isForMany = message.to === 'everybody' || 'group' in message.to
      const next = isForMany ? waiting : hurried
      for (const stream of all) if (concerns(message.to, stream.subscriber)) next.add(stream)
      if (next.size > 0) collect()
    },
    end(isConcerned) {
      for (const stream of [...all]) if (isConcerned(stream.subscriber)) end(stream, retryMs())
    },
    close() {
      const retry = retryMs()
      for (const stream of [...all]) end(stream, retry)
    },
  }
}
