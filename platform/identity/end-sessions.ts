import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Database, Db } from '../database/database.ts'
import { oidcRecords, revokedGrants } from '../database/schema.ts'
import { endedId, revokedUntil } from './grants.ts'

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
    const grants = sessions.flatMap(({ payload }) =>
      Object.values((payload.authorizations ?? {}) as Record<string, { grantId?: string }>).flatMap(
        ({ grantId }) => grantId ?? [],
      ),
    )
    const uids = sessions.flatMap(({ uid }) => uid ?? [])
    const until = revokedUntil(now.getTime())
    const rows = [...uids.map(endedId), ...grants].map(id => ({ id, until }))
    if (rows.length > 0) await within.insert(revokedGrants).values(rows).onConflictDoNothing()
    if (grants.length > 0) {
      await within.delete(oidcRecords).where(inArray(oidcRecords.grantId, grants))
      const isGrant = and(eq(oidcRecords.model, 'Grant'), inArray(oidcRecords.id, grants))
      await within.delete(oidcRecords).where(isGrant)
    }
    const notices: (() => void)[] = []
    for (const id of grants) notices.push(await bus.publishIn(within, 'grant.revoked', id))
    return () => {
      for (const notify of notices) notify()
    }
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
