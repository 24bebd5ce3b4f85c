import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database/open.ts'
import { oidcRecords } from '../database/schema.ts'

/** Keeps the provider's sessions, grants, codes and tokens in the database. */
export function createAdapter({ db }: Database): AdapterConstructor {
  return class Records implements Adapter {
    readonly model: string

    constructor(model: string) {
      this.model = model
    }

    private at(id: string) {
      return and(eq(oidcRecords.model, this.model), eq(oidcRecords.id, id))
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const content = {
        payload: { ...payload },
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
      }
      await db
        .insert(oidcRecords)
        .values({ model: this.model, id, ...content })
        .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: content })
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return read(await db.select().from(oidcRecords).where(this.at(id)))
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      const isIt = and(eq(oidcRecords.model, this.model), eq(oidcRecords.uid, uid))
      return read(await db.select().from(oidcRecords).where(isIt))
    }

    /** Of the device flow, which is off. */
    async findByUserCode(): Promise<undefined> {}

    async consume(id: string): Promise<void> {
      await db.update(oidcRecords).set({ consumedAt: new Date() }).where(this.at(id))
    }

    async destroy(id: string): Promise<void> {
      await db.delete(oidcRecords).where(this.at(id))
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.delete(oidcRecords).where(eq(oidcRecords.grantId, grantId))
    }
  }
}

type Row = typeof oidcRecords.$inferSelect

function read([row]: Row[]): AdapterPayload | undefined {
  if (!row || (row.expiresAt && row.expiresAt.getTime() <= Date.now())) return undefined
  const consumed = row.consumedAt && { consumed: Math.floor(row.consumedAt.getTime() / 1000) }
  return { ...row.payload, ...consumed }
}

/** Deletes what has expired. */
export async function sweepRecords({ db }: Database): Promise<void> {
  const expired = and(isNotNull(oidcRecords.expiresAt), lt(oidcRecords.expiresAt, new Date()))
  await db.delete(oidcRecords).where(expired)
}
