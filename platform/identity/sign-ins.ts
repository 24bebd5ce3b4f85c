import { and, desc, eq, gt, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { oidcRecords, signIns } from '../database/schema.ts'
import type { Grants } from './grants.ts'

/** A browser in which somebody is signed in. */
export interface SignIn {
  /** The id of its session. */
  uid: string
  userAgent: string
  madeAt: Date
  usedAt: Date
}

export type SignIns = ReturnType<typeof createSignIns>

const maxUserAgentLength = 300

/** Lists the sign-ins of a sign-in account, and ends them with all that they granted. */
export function createSignIns({ db }: Database, grants: Pick<Grants, 'endSession'>) {
  const isLive = or(isNull(oidcRecords.expiresAt), gt(oidcRecords.expiresAt, sql`now()`))
  const joined = and(
    eq(oidcRecords.model, 'Session'),
    eq(oidcRecords.uid, signIns.uid),
    // Its browser may have been given to another sign-in account.
    eq(sql`${oidcRecords.payload}->>'accountId'`, signIns.accountId),
    isLive,
  )

  const list = (accountId: string): Promise<SignIn[]> =>
    db
      .select({
        uid: signIns.uid,
        userAgent: signIns.userAgent,
        madeAt: signIns.madeAt,
        usedAt: signIns.usedAt,
      })
      .from(signIns)
      .innerJoin(oidcRecords, joined)
      .where(eq(signIns.accountId, accountId))
      .orderBy(desc(signIns.usedAt))

  /** Reads the sessions themselves: a new one may not be in the list yet. */
  const end = async (accountId: string, isMeant: (uid: string) => boolean) => {
    const isOf = eq(sql`${oidcRecords.payload}->>'accountId'`, accountId)
    const isSession = eq(oidcRecords.model, 'Session')
    const rows = await db
      .select({ uid: oidcRecords.uid })
      .from(oidcRecords)
      .where(and(isSession, isOf))
    for (const { uid } of rows) if (uid && isMeant(uid)) await grants.endSession(uid)
  }

  return {
    /** To be called when a signed-in browser returns to the app. */
    async note(uid: string, accountId: string, userAgent: string): Promise<void> {
      const now = new Date()
      const seen = { accountId, userAgent: userAgent.slice(0, maxUserAgentLength), usedAt: now }
      await db
        .insert(signIns)
        .values({ uid, madeAt: now, ...seen })
        .onConflictDoUpdate({ target: signIns.uid, set: seen })
    },
    /** To be called when the app renews its tokens. */
    async touch(uid: string): Promise<void> {
      await db.update(signIns).set({ usedAt: new Date() }).where(eq(signIns.uid, uid))
    },
    /** Ordered by last use, the newest first. */
    list,
    /** Ends one sign-in, if it is of this sign-in account. */
    end: (accountId: string, uid: string) => end(accountId, one => one === uid),
    endOthers: (accountId: string, uid: string) => end(accountId, one => one !== uid),
    /** Deletes sign-ins whose sessions have expired. */
    async sweep(): Promise<void> {
      const session = and(eq(oidcRecords.model, 'Session'), eq(oidcRecords.uid, signIns.uid))
      await db.delete(signIns).where(notExists(db.select().from(oidcRecords).where(session)))
    },
  }
}
