import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { createSimulatedClock, type SimulatedClock } from '../support/simulated-clock.ts'
import { during } from './core/events.ts'
import { startPlatform, type TestOptions, type TestPlatform } from './start-platform.ts'
import { openTestDatabase } from './test-database.ts'

export interface Replica extends TestPlatform {
  /** Stands still until the test moves it, and so do the replica's heartbeats. */
  clock: SimulatedClock
  /**
   * Holds back what other replicas publish about a topic.
   * @returns delivers them, and later ones
   */
  delayMessages(topic: string): () => void
}

/** A database on the server of DATABASE_URL, for several platforms that each have their own connection to it. */
export async function createCluster(options: TestOptions) {
  const first = await openTestDatabase()
  const closing = [() => first.close()]
  const { rows } = (await first.db.execute(sql`select current_database() as name`)) as unknown as {
    rows: { name: string }[]
  }
  const url = new URL(process.env.DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`

  return {
    async start(more: TestOptions = {}): Promise<Replica> {
      const { database, delayMessages } = withDelay(await openDatabase({ url: url.href }))
      const clock = createSimulatedClock(during)
      const starting = startPlatform({ ...options, ...more, clock, database })
      const platform = await starting.catch(async error => {
        await database.close()
        throw error
      })
      let isOpen = true
      const close = async () => {
        if (!isOpen) return
        isOpen = false
        await platform.close()
        await database.close()
      }
      closing.push(close)
      return { ...platform, clock, delayMessages, close }
    },
    async close() {
      for (const close of closing.reverse()) await close()
    },
  }
}

function withDelay(real: Database) {
  let delayed: string | null = null
  let waiting: (() => void)[] = []
  const database: Database = {
    ...real,
    listen: (channel, listener, again) =>
      real.listen(
        channel,
        text => {
          if (JSON.parse(text).topic === delayed) waiting.push(() => listener(text))
          else listener(text)
        },
        again,
      ),
  }
  const deliver = () => {
    delayed = null
    for (const message of waiting) message()
    waiting = []
  }
  const delayMessages = (topic: string) => {
    delayed = topic
    return deliver
  }
  return { database, delayMessages }
}
