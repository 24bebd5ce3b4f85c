import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './database/database.ts'
import type { Log } from './log.ts'

type Listener = (payload: unknown) => void | Promise<void>

/** Messages to all replicas. With them, each replica keeps its memory up to date. A topic is like `user.changed`. */
export interface Bus {
  /** Calls the listeners here at once, others soon. Resolves when the database has the message. */
  publish(topic: string, payload: unknown): Promise<void>
  /**
   * Publishes within a transaction. The other replicas get the message if the transaction is committed,
   * even if this process is killed right after that. Otherwise they do not get it.
   *
   * @returns calls the listeners here; call it after the commit
   */
  publishIn(tx: Db, topic: string, payload: unknown): Promise<() => void>
  /** Calls the listeners here at once, and no others. */
  notifyHere(topic: string, payload: unknown): void
  on(topic: string, listener: Listener): void
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
  const listeners = new Map<string, Listener[]>()
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
  const deliver = (topic: string, payload: unknown) => {
    for (const listener of listeners.get(topic) ?? [])
      Promise.resolve(listener(payload)).catch(error => {
        log.error({ err: error, topic }, 'a message could not be handled; the data is reloaded')
        reloadAll()
      })
  }
  const textOf = (topic: string, payload: unknown) => JSON.stringify({ from: id, topic, payload })

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
