import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Topic, Topics } from './bus-topics.ts'
import type { Database, Db } from './database/database.ts'
import type { Log } from './log.ts'

type Listener<T extends Topic> = (payload: Topics[T]) => void | Promise<void>

/** Messages to all replicas. With them, each replica keeps its memory up to date. */
export interface Bus {
  /** Calls the listeners here at once, others soon. Resolves when the database has the message. */
  publish<T extends Topic>(topic: T, payload: Topics[T]): Promise<void>
  /**
   * Publishes within a transaction. The other replicas get the message if the transaction is committed,
   * even if this process is killed right after that. Otherwise they do not get it.
   *
   * @returns calls the listeners here; call it after the commit. Resolves when they have handled the message
   */
  publishIn<T extends Topic>(tx: Db, topic: T, payload: Topics[T]): Promise<() => Promise<void>>
  /** Calls the listeners here at once, and no others. */
  notifyHere<T extends Topic>(topic: T, payload: Topics[T]): void
  on<T extends Topic>(topic: T, listener: Listener<T>): void
  /** Calls back when all listeners of `on` have handled a message here: what they keep in memory is up to date. */
  onHandled<T extends Topic>(topic: T, listener: (payload: Topics[T]) => void): void
  /**
   * Calls back after the connection was lost, because messages may be lost, too. The listener must clear
   * or reload its memory. If it rejects, it is called again.
   */
  onLoss(reload: () => void | Promise<void>): void
  /** Calls back when all listeners of `onLoss` have reloaded. */
  onReloaded(listener: () => void): void
  close(): Promise<void>
}

const channel = 'guidon'
const tryAgainMs = 1000

interface Message {
  /** The id of the bus that sent it. */
  from: string
  topic: Topic
  payload: unknown
}

/** Null if it is none: everybody who may use the database can send texts to the channel. */
function readMessage(text: string): Message | null {
  try {
    const message = JSON.parse(text)
    return typeof message?.topic === 'string' ? message : null
  } catch {
    return null
  }
}

export async function createBus(database: Database, log: Log): Promise<Bus> {
  const id = randomUUID()
  type Listeners = Map<Topic, ((payload: never) => void | Promise<void>)[]>
  const listeners: Listeners = new Map()
  const handledListeners: Listeners = new Map()
  const reloads: (() => void | Promise<void>)[] = []
  const reloadedListeners: (() => void)[] = []
  // PGlite belongs to this process, so there is no other replica.
  const isAlone = database.kind === 'pglite'
  let isClosed = false

  const retry = async (reload: () => void | Promise<void>) => {
    for (;;) {
      try {
        return await reload()
      } catch (error) {
        if (isClosed) return
        log.error(
          { err: error },
          'data could not be reloaded after lost messages; it is tried again',
        )
        await delay(tryAgainMs, undefined, { ref: false })
      }
    }
  }
  const reloadAll = async () => {
    await Promise.all(reloads.map(retry))
    if (!isClosed) for (const listener of reloadedListeners) listener()
  }
  const deliver = async <T extends Topic>(topic: T, payload: Topics[T]) => {
    const tell = (to: Listeners) =>
      Promise.all(
        (to.get(topic) ?? []).map(async listener => {
          try {
            // A listener takes what its topic carries, but the map does not know it.
            await listener(payload as never)
          } catch (error) {
            log.error({ err: error, topic }, 'a message could not be handled; the data is reloaded')
            void reloadAll()
          }
        }),
      )
    await tell(listeners)
    await tell(handledListeners)
  }
  const add = (to: Listeners, topic: Topic, listener: (payload: never) => void | Promise<void>) =>
    void to.set(topic, [...(to.get(topic) ?? []), listener])
  const textOf = (topic: Topic, payload: unknown) => JSON.stringify({ from: id, topic, payload })

  const stop = await database.listen(
    channel,
    text => {
      const message = readMessage(text)
      if (!message) log.warn('a message of the database is not one of a platform; it is ignored')
      // Platforms send each topic only with what it carries.
      else if (message.from !== id) void deliver(message.topic, message.payload as never)
    },
    () => {
      log.warn('the database connection was lost and is back')
      void reloadAll()
    },
  )

  return {
    async publish(topic, payload) {
      void deliver(topic, payload)
      if (!isAlone) await database.notify(channel, textOf(topic, payload))
    },
    async publishIn(tx, topic, payload) {
      if (!isAlone) await tx.execute(sql`select pg_notify(${channel}, ${textOf(topic, payload)})`)
      return () => deliver(topic, payload)
    },
    notifyHere: (topic, payload) => void deliver(topic, payload),
    on: (topic, listener) => add(listeners, topic, listener),
    onHandled: (topic, listener) => add(handledListeners, topic, listener),
    onLoss: reload => void reloads.push(reload),
    onReloaded: listener => void reloadedListeners.push(listener),
    async close() {
      isClosed = true
      await stop()
    },
  }
}
