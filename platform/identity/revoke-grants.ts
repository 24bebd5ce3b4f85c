import { and, eq, inArray } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Db } from '../database/database.ts'
import { oidcRecords, revokedGrants } from '../database/schema.ts'

interface Revoking {
  bus: Bus
  /** When no access token of them can be left. */
  until: Date
}

/** Revokes grants in a transaction, with all that they gave. @returns what to call after the commit */
export async function revokeGrants(
  tx: Db,
  ids: readonly string[],
  { bus, until }: Revoking,
): Promise<() => void> {
  if (ids.length === 0) return () => {}
  await tx.delete(oidcRecords).where(inArray(oidcRecords.grantId, ids))
  const isGrant = and(eq(oidcRecords.model, 'Grant'), inArray(oidcRecords.id, ids))
  await tx.delete(oidcRecords).where(isGrant)
  await tx
    .insert(revokedGrants)
    .values(ids.map(id => ({ id, until })))
    .onConflictDoNothing()
  const notices: (() => void)[] = []
  for (const id of ids) notices.push(await bus.publishIn(tx, 'grant.revoked', id))
  return () => {
    for (const notify of notices) notify()
  }
}

/** What a stored session granted to apps. */
export const grantIdsOf = ({ payload }: Pick<typeof oidcRecords.$inferSelect, 'payload'>) =>
  Object.values((payload.authorizations ?? {}) as Record<string, { grantId?: string }>).flatMap(
    ({ grantId }) => grantId ?? [],
  )
