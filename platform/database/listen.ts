import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Connections } from './connections.ts'
import type { Database } from './database.ts'

/** A server that answers may still have no connection left. In milliseconds. */
const tryAgainMs = 100

interface ListenOptions {
  connections: Connections
  /** Resolves when the server answers. */
  untilBack: () => Promise<void>
  /** How often the connection is checked, and how long the check may take, in ms. Default 10000. */
  heartbeatMs?: number
}

/**
 * A connection for LISTEN that is opened again when it was lost. It is checked at intervals, because a
 * connection that only receives does not notice by itself that the server is gone.
 */
export async function listen(
  { connections, untilBack, heartbeatMs = 10_000 }: ListenOptions,
  ...[channel, listener, again]: Parameters<Database['listen']>
): Promise<() => Promise<void>> {
  let isOver = false
  let end = await open()

  async function open(): Promise<() => void> {
    const client = await connections.open()
    const ask = (text: string) =>
      client.query({ text, query_timeout: heartbeatMs } as pg.QueryConfig)
    const drop = () => {
      clearInterval(heartbeat)
      client.end().catch(() => {})
    }
    const lose = () => {
      client.off('end', lose)
      drop()
      if (!isOver) void reopen()
    }
    const heartbeat = setInterval(() => ask('select 1').catch(lose), heartbeatMs).unref()
    client.on('notification', ({ payload = '' }) => listener(payload))
    try {
      await ask(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      drop()
      throw error
    }
    client.on('end', lose)
    return () => {
      client.off('end', lose)
      drop()
    }
  }

  async function reopen(): Promise<void> {
    while (!isOver) {
      await untilBack()
      const next = await open().catch(() => null)
      if (!next) {
        await delay(tryAgainMs, undefined, { ref: false })
        continue
      }
      if (isOver) return next()
      end = next
      return again?.()
    }
  }

  return async () => {
    isOver = true
    end()
  }
}
