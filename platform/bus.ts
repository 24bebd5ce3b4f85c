import { randomUUID } from 'node:crypto'
import type { Database } from './database/open.ts'
import type { Log } from './log.ts'

/** News that every replica must hear to keep what it remembers true. */
export interface Bus {
  /** Heard here at once, elsewhere soon. Resolves when the database has it. */
  publish(topic: string, payload: unknown): Promise<void>
  on(topic: string, hear: (payload: unknown) => void): void
  /** News may have been missed while the line was down: forget everything that was remembered. */
  onGap(forget: () => void): void
  close(): Promise<void>
}

const channel = 'guidon'

export async function createBus(database: Database, log: Log): Promise<Bus> {
  const me = randomUUID()
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  const gaps: (() => void)[] = []
  const tell = (topic: string, payload: unknown) => {
    for (const hear of listeners.get(topic) ?? []) hear(payload)
  }

  const stop = await database.listen(
    channel,
    text => {
      const { from, topic, payload } = JSON.parse(text)
      if (from !== me) tell(topic, payload)
    },
    () => {
      log.warn('the database connection was lost and is back')
      for (const forget of gaps) forget()
    },
  )

  return {
    async publish(topic, payload) {
      tell(topic, payload)
      // PGlite is this process's own: nobody else could hear.
      if (database.kind === 'pglite') return
      await database.notify(channel, JSON.stringify({ from: me, topic, payload }))
    },
    on(topic, hear) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), hear])
    },
    onGap: forget => void gaps.push(forget),
    close: stop,
  }
}
