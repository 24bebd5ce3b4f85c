import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from './database/database.ts'
import type { Log } from './log.ts'

/** Messages to all replicas, so that each one keeps what it has in memory up to date. */
export interface Bus {
  /** Reaches listeners here at once, and other replicas soon. Resolves when the database has it. */
  publish(topic: string, payload: unknown): Promise<void>
  /**
   * Publishes within a transaction: the other replicas get it if and only if it is committed, even if
   * this process is killed right after that.
   *
   * @returns calls the listeners here; to be called after the commit
   */
  enclose(tx: Db, topic: string, payload: unknown): Promise<() => void>
  on(topic: string, hear: (payload: unknown) => void | Promise<void>): void
  /**
   * Calls back when messages may have been lost, since the connection was. The listener must drop or
   * reload what it has in memory. It is called again when it rejects.
   */
  onGap(forget: () => void | Promise<void>): void
  close(): Promise<void>
}

const channel = 'guidon'
const tryAgainMs = 1000

export async function createBus(database: Database, log: Log): Promise<Bus> {
  const me = randomUUID()
  const listeners = new Map<string, ((payload: unknown) => void | Promise<void>)[]>()
  const gaps: (() => void | Promise<void>)[] = []
  // PGlite is this process's own: nobody else could hear.
  const isAlone = database.kind === 'pglite'
  let isClosed = false

  const close = async (forget: () => void | Promise<void>) => {
    for (;;) {
      try {
        return await forget()
      } catch (error) {
        if (isClosed) return
        log.error({ err: error }, 'what was missed could not be read again yet')
        await pause(tryAgainMs, undefined, { ref: false })
      }
    }
  }
  const closeGaps = () => {
    for (const forget of gaps) void close(forget)
  }
  const tell = (topic: string, payload: unknown) => {
    for (const hear of listeners.get(topic) ?? [])
      Promise.resolve(hear(payload)).catch(error => {
        log.error({ err: error, topic }, 'news could not be taken in')
        closeGaps()
      })
  }
  const textOf = (topic: string, payload: unknown) => JSON.stringify({ from: me, topic, payload })

  const stop = await database.listen(
    channel,
    text => {
      const { from, topic, payload } = JSON.parse(text)
      if (from !== me) tell(topic, payload)
    },
    () => {
      log.warn('the database connection was lost and is back')
      closeGaps()
    },
  )

  return {
    async publish(topic, payload) {
      tell(topic, payload)
      if (!isAlone) await database.notify(channel, textOf(topic, payload))
    },
    async enclose(tx, topic, payload) {
      if (!isAlone) await tx.execute(sql`select pg_notify(${channel}, ${textOf(topic, payload)})`)
      return () => tell(topic, payload)
    },
    on(topic, hear) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), hear])
    },
    onGap: forget => void gaps.push(forget),
    async close() {
      isClosed = true
      await stop()
    },
  }
}
