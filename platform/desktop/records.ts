import { and, eq, isNull, notExists, or } from 'drizzle-orm'
import type { FlugzeugStatus } from '../../src/api/contract.ts'
import type { Db } from '../database/database.ts'
import { desktops, replicas } from '../database/schema.ts'

export interface DesktopRecord {
  userId: string
  id: string
}

/** A desktop as the database has it. */
export interface FoundDesktop {
  id: string
  status: FlugzeugStatus
  stopAt: Date | null
  /** The replica that has its home; null: that replica is gone. */
  owner: { id: string; url: string | null } | null
}

/**
 * The table of desktops: which user has which, so that homes are found again after a restart, and
 * who runs it, so that every replica can tell of it.
 *
 * @param owner this replica's id
 */
export const desktopRecords = (db: Db, owner: string) => {
  const isOurs = (id: string) => and(eq(desktops.id, id), eq(desktops.owner, owner))

  return {
    /** Those whose homes are here. `all`: nobody else can have one. */
    mine(all: boolean): Promise<DesktopRecord[]> {
      const ours = or(isNull(desktops.owner), eq(desktops.owner, owner))
      return db
        .update(desktops)
        .set({ owner })
        .where(all ? undefined : ours)
        .returning({ userId: desktops.userId, id: desktops.id })
    },

    async find(userId: string): Promise<FoundDesktop | null> {
      const [row] = await db
        .select()
        .from(desktops)
        .leftJoin(replicas, eq(replicas.id, desktops.owner))
        .where(eq(desktops.userId, userId))
      if (!row) return null
      const { id, status, stopAt } = row.desktops
      return { id, status, stopAt, owner: row.replicas }
    },

    /** False where the user has one already. */
    async add(record: DesktopRecord, now: number): Promise<boolean> {
      const added = await db
        .insert(desktops)
        .values({ ...record, owner, status: 'provisioning', createdAt: new Date(now) })
        // The same record again is no other one: the server may have lost the answer to it.
        .onConflictDoUpdate({
          target: desktops.userId,
          set: { id: record.id },
          setWhere: eq(desktops.id, record.id),
        })
        .returning({ id: desktops.id })
      return added.length > 0
    },

    async save(id: string, status: FlugzeugStatus, stopAt: number | null): Promise<void> {
      await db
        .update(desktops)
        .set({ status, stopAt: stopAt === null ? null : new Date(stopAt) })
        .where(isOurs(id))
    },

    async remove(id: string): Promise<void> {
      await db.delete(desktops).where(isOurs(id))
    },

    /** Gives up one whose replica is gone; false: it is back. */
    async giveUp(id: string): Promise<boolean> {
      const alive = db.select().from(replicas).where(eq(replicas.id, desktops.owner))
      const gone = and(eq(desktops.id, id), notExists(alive))
      return (await db.delete(desktops).where(gone).returning({ id: desktops.id })).length > 0
    },
  }
}

export type DesktopRecords = ReturnType<typeof desktopRecords>
