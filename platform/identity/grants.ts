import { and, eq, inArray } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/in-batches.ts'
import { oidcRecords, revokedGrants } from '../database/schema.ts'
import { grantIdsOf, revokeGrants } from './revoke-grants.ts'

/** The grants that sign-ins gave to the app. */
export interface Grants extends Revocations {
  /** Revokes every token of a grant, on every replica. */
  revoke(grantId: string): Promise<void>
  /**
   * Ends a session with all that it granted. A request of that session that is under way would store it
   * again: see `hasEnded`.
   */
  endSession(uid: string): Promise<void>
  /** Whether a session was ended a short time ago, by any replica. */
  hasEnded(uid: string): Promise<boolean>
  /** Deletes revoked grants whose tokens have all expired. */
  sweep(): Promise<void>
}

/** Grants that were revoked through any replica. */
export interface Revocations {
  /** Whether access tokens of a grant must be refused before they expire. */
  isRevoked(grantId: string): boolean
  /** Calls back with each grant, as soon as this replica knows that it is revoked. */
  onRevoked(listener: (grantId: string) => void): void
}

export interface GrantsOptions {
  database: Database
  bus: Bus
  clock: Clock
  accessTokenSeconds: number
}

/** How far clocks may differ, in milliseconds. */
const clockMarginMs = 60_000

/**
 * Access tokens are checked by their signature and not looked up. So each replica keeps the revoked
 * grants in memory until their tokens have expired, by the time of day and by the time that has passed: a clock that
 * was ahead for a while is set back, and the tokens are valid again.
 */
export async function createGrants(options: GrantsOptions): Promise<Grants> {
  const { database, bus, clock, accessTokenSeconds } = options
  /** When this replica learned of each, by the monotonic clock. */
  const revoked = new Map<string, number>()
  const listeners: ((grantId: string) => void)[] = []
  const add = (grantId: string) => {
    if (revoked.has(grantId)) return
    revoked.set(grantId, clock.monotonic())
    for (const listener of listeners) listener(grantId)
  }

  const read = async () => {
    for (const { id } of await database.db.select().from(revokedGrants)) add(id)
  }
  bus.on('grant.revoked', add)
  bus.onLoss(read)
  await read()

  const until = () => revokedUntil(clock.now(), accessTokenSeconds)

  const grants: Grants = {
    async revoke(grantId) {
      const revoking = { bus, until: until() }
      const notify = await database.once(tx => revokeGrants(tx, [grantId], revoking))
      notify()
    },
    async endSession(uid) {
      const ended = { id: endedId(uid), until: until() }
      // This is committed first. A request that stores the session afterwards then finds out that it has
      // ended.
      await database.db.insert(revokedGrants).values(ended).onConflictDoNothing()
      const isSession = and(eq(oidcRecords.model, 'Session'), eq(oidcRecords.uid, uid))
      const [row] = await database.db.select().from(oidcRecords).where(isSession)
      await database.db.delete(oidcRecords).where(isSession)
      for (const id of row ? grantIdsOf(row) : []) await grants.revoke(id)
    },
    async hasEnded(uid) {
      const isRevoked = eq(revokedGrants.id, endedId(uid))
      return (await database.db.select().from(revokedGrants).where(isRevoked)).length > 0
    },
    isRevoked: grantId => revoked.has(grantId),
    onRevoked: listener => void listeners.push(listener),
    async sweep() {
      const rows = await database.db.select().from(revokedGrants)
      for (const { id } of rows) add(id)
      const learnedBefore = clock.monotonic() - validFor(accessTokenSeconds)
      const isOld = (id: string) => (revoked.get(id) ?? 0) <= learnedBefore
      const isPast = ({ until: end }: { until: Date }) => end.getTime() < clock.now()
      const isDone = (row: { id: string; until: Date }) => isPast(row) && isOld(row.id)
      const gone = rows.filter(isDone).map(({ id }) => id)
      for (const batch of inBatches(gone))
        await database.db.delete(revokedGrants).where(inArray(revokedGrants.id, batch))
      const left = new Set(rows.filter(row => !isDone(row)).map(({ id }) => id))
      // Another replica may have deleted its row.
      for (const id of revoked.keys()) if (!left.has(id) && isOld(id)) revoked.delete(id)
    },
  }
  return grants
}

/** How long access tokens of the embedded provider are valid. */
export const defaultTokenSeconds = 15 * 60

/** How long an access token may be valid that was made at the moment of its revocation, in milliseconds. */
const validFor = (accessTokenSeconds: number) => accessTokenSeconds * 1000 + clockMarginMs

/** When no access token of a grant that is revoked now can be left. */
export const revokedUntil = (now: number, accessTokenSeconds = defaultTokenSeconds) =>
  new Date(now + validFor(accessTokenSeconds))

/** No grant has such an id. */
export const endedId = (uid: string) => `session ${uid}`
