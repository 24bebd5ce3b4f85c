import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { type Database, migrationsFolder } from './open.ts'
import * as schema from './schema.ts'

/** Any number that no other program on the same database uses. */
const migrationLock = 4_711_001

/** A PostgreSQL server, shared with other replicas. */
export async function openPostgres(url: string): Promise<Database> {
  const quiet = { onnotice: () => undefined, connection: { application_name: 'guidon' } }
  const oneConnection = postgres(url, { ...quiet, max: 1 })
  try {
    const db = drizzle(oneConnection, { schema })
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder })
  } finally {
    // The lock goes with its connection.
    await oneConnection.end()
  }

  const client = postgres(url, { ...quiet, max: 20 })
  return {
    kind: 'postgres',
    db: drizzle(client, { schema }),
    async notify(channel, payload = '') {
      await client.notify(channel, payload)
    },
    async listen(channel, hear, again) {
      let first = true
      const { unlisten } = await client.listen(channel, hear, () => {
        if (!first) again?.()
        first = false
      })
      return unlisten
    },
    close: () => client.end({ timeout: 3 }),
  }
}
