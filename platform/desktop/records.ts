import { eq } from 'drizzle-orm'
import type { FlugzeugStatus } from '../../src/api/contract.ts'
import type { Db } from '../database/open.ts'
import { desktops } from '../database/schema.ts'

export interface DesktopRecord {
  userId: string
  id: string
}

/** The table of desktops: which user has which, so that homes are found again after a restart. */
export const desktopRecords = (db: Db) => ({
  all: (): Promise<DesktopRecord[]> =>
    db.select({ userId: desktops.userId, id: desktops.id }).from(desktops),

  /** False where the user has one already. */
  async add(record: DesktopRecord, now: number): Promise<boolean> {
    const added = await db
      .insert(desktops)
      .values({ ...record, status: 'provisioning', createdAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ id: desktops.id })
    return added.length > 0
  },

  async save(id: string, status: FlugzeugStatus, stopAt: number | null): Promise<void> {
    await db
      .update(desktops)
      .set({ status, stopAt: stopAt === null ? null : new Date(stopAt) })
      .where(eq(desktops.id, id))
  },

  async remove(id: string): Promise<void> {
    await db.delete(desktops).where(eq(desktops.id, id))
  },
})

export type DesktopRecords = ReturnType<typeof desktopRecords>
