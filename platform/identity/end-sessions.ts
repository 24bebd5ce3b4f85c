import { and, eq, sql } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Database, Db } from '../database/database.ts'
import { oidcRecords, revokedGrants } from '../database/schema.ts'
import { endedId, revokedUntil } from './grants.ts'
import { grantIdsOf, revokeGrants } from './revoke-grants.ts'

interface EndOptions {
  database: Pick<Database, 'once'>
  bus: Bus
  now: Date
  /** A sign-in account. */
  accountId: string
}

/**
 * Ends all sessions of a sign-in account, with all that they granted, in one transaction.
 *
 * @returns `count`: how many sessions there are. `apply` ends them in the transaction, and returns what to call after
 *   the commit
 */
export async function endSessions(tx: Db, options: EndOptions) {
  const { database, bus, now, accountId } = options
  const isOf = and(
    eq(oidcRecords.model, 'Session'),
    eq(sql`${oidcRecords.payload}->>'accountId'`, accountId),
  )
  const end = async (within: Db) => {
    const sessions = await within.delete(oidcRecords).where(isOf).returning()
    const until = revokedUntil(now.getTime())
    const ended = sessions.flatMap(({ uid }) => (uid === null ? [] : { id: endedId(uid), until }))
    if (ended.length > 0) await within.insert(revokedGrants).values(ended).onConflictDoNothing()
    return revokeGrants(within, sessions.flatMap(grantIdsOf), { bus, until })
  }
  return {
    count: (await tx.select().from(oidcRecords).where(isOf)).length,
    async apply() {
      const notify = await end(tx)
      return async () => {
        notify()
        // A request that was under way may have stored its session again before the commit.
        const notifyAgain = await database.once(end)
        notifyAgain()
      }
    },
  }
}
