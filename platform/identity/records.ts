import { hash } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database/database.ts'
import { oidcRecords } from '../database/schema.ts'
import type { Grants } from './grants.ts'
import { errors } from './library.ts'

/**
 * How long after its first use a refresh token may be used again, in milliseconds. Another tab may have the same token,
 * and the app tries again after 15 s if the answer was lost.
 */
export const refreshGraceMs = 30_000

/**
 * How long the form of a complete sign-in can be sent again, in milliseconds. A bad connection loses answers, and
 * people press a button twice.
 */
const resendMs = 60_000

/**
 * Keeps the provider's sessions, grants, codes and tokens in the database. The id of a record
 * is enough to use it, so ids are hashed: a reader of the database cannot sign in.
 */
export function createAdapter(
  { db, once }: Database,
  grants: Pick<Grants, 'revoke' | 'endSession' | 'hasEnded'>,
): AdapterConstructor {
  return class Records implements Adapter {
    readonly model: string

    constructor(model: string) {
      this.model = model
    }

    /** Grants are found by their ids, which give nobody access. */
    private keyOfRecord(id: string): string {
      return this.model === 'Grant' ? id : hashOf(id)
    }

    private at(id: string) {
      return and(eq(oidcRecords.model, this.model), eq(oidcRecords.id, this.keyOfRecord(id)))
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const content = {
        payload: withoutSecrets(payload),
        // An open sign-in outlives the grant of the session before it.
        grantId: this.model === 'Interaction' ? null : (payload.grantId ?? null),
        uid: payload.uid ?? null,
        expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
      }
      await db
        .insert(oidcRecords)
        .values({ model: this.model, id: this.keyOfRecord(id), ...content })
        .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: content })
      // The session was ended while one of its requests was under way.
      const { uid } = payload
      if (this.model === 'Session' && uid && (await grants.hasEnded(uid)))
        await grants.endSession(uid)
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      const found = this.read(await db.select().from(oidcRecords).where(this.at(id)))
      if (!found) return undefined
      const { returnTo } = found
      return { ...found, jti: id, ...(returnTo && { returnTo: new URL(id, returnTo).href }) }
    }

    /** Finds a session. The result needs no id. */
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const isRecord = and(eq(oidcRecords.model, this.model), eq(oidcRecords.uid, uid))
      return this.read(await db.select().from(oidcRecords).where(isRecord))
    }

    /** Only the device flow uses this, and that is off. */
    async findByUserCode(): Promise<undefined> {}

    /** Only the first use counts: a second one does not extend the grace period. */
    async consume(id: string): Promise<void> {
      const isFirst = and(this.at(id), isNull(oidcRecords.consumedAt))
      const use = { consumedAt: new Date() }
      const used = await once(tx => tx.update(oidcRecords).set(use).where(isFirst).returning())
      if (used.length > 0 || this.model !== 'AuthorizationCode') return
      // Another request has used the code since this one found it: then all that came of it ends, too.
      const [row] = await db.select().from(oidcRecords).where(this.at(id))
      if (row?.grantId) await grants.revoke(row.grantId)
      throw new errors.InvalidGrant('authorization code already consumed')
    }

    async destroy(id: string): Promise<void> {
      if (this.model === 'Interaction') {
        const resendsEnd = new Date(Date.now() + resendMs).toISOString()
        const expiresAt = sql`least(${oidcRecords.expiresAt}, ${resendsEnd})`
        await db.update(oidcRecords).set({ expiresAt }).where(this.at(id))
      } else await db.delete(oidcRecords).where(this.at(id))
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await grants.revoke(grantId)
    }

    private read([row]: Row[]): AdapterPayload | undefined {
      if (!row || (row.expiresAt && row.expiresAt.getTime() <= Date.now())) return undefined
      const used = row.consumedAt?.getTime()
      const grace = this.model === 'RefreshToken' ? refreshGraceMs : 0
      // A use in the future: the clock was set back. Then too, a stolen token must not be usable for longer.
      if (used === undefined || Math.abs(Date.now() - used) < grace) return row.payload
      return { ...row.payload, consumed: Math.floor(used / 1000) }
    }
  }
}

type Row = typeof oidcRecords.$inferSelect

/** The hash has to be the same as in migration 0005. */
const hashOf = (id: string) => hash('sha256', id, 'base64url')

/** Removes its own id, also from the address of an interaction, and the id of the session in which one began. */
function withoutSecrets(payload: AdapterPayload): Record<string, unknown> {
  const { jti: _, ...rest } = payload
  if (rest.returnTo) rest.returnTo = new URL('.', rest.returnTo).href
  if (!rest.session) return rest
  const { cookie: __, ...session } = rest.session as Record<string, unknown>
  return { ...rest, session }
}

/** Deletes expired records. */
export async function sweepRecords({ db }: Database): Promise<void> {
  const expired = and(isNotNull(oidcRecords.expiresAt), lt(oidcRecords.expiresAt, new Date()))
  await db.delete(oidcRecords).where(expired)
}
