import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
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
   * @returns calls the listeners here; call it after the commit
   */
  publishIn<T extends Topic>(tx: Db, topic: T, payload: Topics[T]): Promise<() => void>
  /** Calls the listeners here at once, and no others. */
  notifyHere<T extends Topic>(topic: T, payload: Topics[T]): void
  on<T extends Topic>(topic: T, listener: Listener<T>): void
  /**
   * Calls back after the connection was lost, because messages may be lost, too. The listener must clear
   * or reload its memory. If it rejects, it is called again.
   */
  onLoss(reload: () => void | Promise<void>): void
  close(): Promise<void>
}

const channel = 'guidon'
const tryAgainMs = 1000

export async function createBus(database: Database, log: Log): Promise<Bus> {
  const id = randomUUID()
  const listeners = new Map<Topic, ((payload: never) => void | Promise<void>)[]>()
  const reloads: (() => void | Promise<void>)[] = []
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
        await pause(tryAgainMs, undefined, { ref: false })
      }
    }
  }
  const reloadAll = () => {
    for (const reload of reloads) void retry(reload)
  }
  const deliver = <T extends Topic>(topic: T, payload: Topics[T]) => {
    // A listener takes what its topic carries, but the map does not know it.
    for (const listener of listeners.get(topic) ?? [])
      Promise.resolve(listener(payload as never)).catch(error => {
        log.error({ err: error, topic }, 'a message could not be handled; the data is reloaded')
        reloadAll()
      })
  }
  const textOf = (topic: Topic, payload: unknown) => JSON.stringify({ from: id, topic, payload })

  const stop = await database.listen(
    channel,
    text => {
      const { from, topic, payload } = JSON.parse(text)
      if (from !== id) deliver(topic, payload)
    },
    () => {
      log.warn('the database connection was lost and is back')
      reloadAll()
    },
  )

  return {
    async publish(topic, payload) {
      deliver(topic, payload)
      if (!isAlone) await database.notify(channel, textOf(topic, payload))
    },
    async publishIn(tx, topic, payload) {
      if (!isAlone) await tx.execute(sql`select pg_notify(${channel}, ${textOf(topic, payload)})`)
      return () => deliver(topic, payload)
    },
    notifyHere: deliver,
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onLoss: reload => void reloads.push(reload),
    async close() {
      isClosed = true
      await stop()
    },
  }
}
