import { and, eq, isNull, like, notExists, or, type SQL } from 'drizzle-orm'
import type { FlugzeugStatus } from '../../src/api/contract.ts'
import type { Db } from '../database/database.ts'
import { desktops, replicas, settings } from '../database/schema.ts'
import { writeSetting } from '../database/settings.ts'
import type { KnownDesktops } from './driver.ts'

export interface DesktopRecord {
  userId: string
  id: string
}

/** A desktop as its last platform left it. */
export interface OrphanedDesktop extends DesktopRecord {
  status: FlugzeugStatus
  stopAt: Date | null
  view: string | null
}

/** What changes in a desktop's row while it is used. */
export interface DesktopState {
  status: FlugzeugStatus
  stopAt: number | null
  /** See `DesktopContext`. */
  view: string | null
}

/** A desktop's row. */
export interface FoundDesktop {
  id: string
  status: FlugzeugStatus
  stopAt: Date | null
  view: string | null
  /** The replica that has its home; null: that replica is not alive. */
  owner: { id: string; url: string | null } | null
}

/** Of a setting that has the replica with the home of a desktop that is gone. Its id follows. */
const homeLeft = 'desktopHomeLeft.'

/**
 * Deletes a row, and remembers that its replica still has the home.
 *
 * @returns undefined: there is none
 */
export async function removeDesktop(tx: Db, isOne: SQL | undefined) {
  const { id, owner } = desktops
  const [removed] = await tx.delete(desktops).where(isOne).returning({ id, owner })
  if (removed?.owner) await writeSetting(tx, homeLeft + removed.id, removed.owner)
  return removed
}

/**
 * The table of desktops. It says which user has which desktop, so that homes are found after a restart, and
 * which replica runs it.
 *
 * @param owner this replica's id
 */
export const desktopRecords = (db: Db, owner: string) => {
  const isOwn = (id: string) => and(eq(desktops.id, id), eq(desktops.owner, owner))

  return {
    /**
     * Makes this replica the owner of the desktops whose homes are here.
     *
     * @param all whether these are all desktops of the table, because there is no other replica
     */
    claimOwn(all: boolean): Promise<OrphanedDesktop[]> {
      const own = or(isNull(desktops.owner), eq(desktops.owner, owner))
      return db
        .update(desktops)
        .set({ owner })
        .where(all ? undefined : own)
        .returning({
          userId: desktops.userId,
          id: desktops.id,
          status: desktops.status,
          stopAt: desktops.stopAt,
          view: desktops.view,
        })
    },

    /** The desktops of this replica. */
    own(): Promise<OrphanedDesktop[]> {
      const { userId, id, status, stopAt, view } = desktops
      const columns = { userId, id, status, stopAt, view }
      return db.select(columns).from(desktops).where(eq(desktops.owner, owner))
    },

    async find(userId: string): Promise<FoundDesktop | null> {
      const [row] = await db
        .select()
        .from(desktops)
        .leftJoin(replicas, eq(replicas.id, desktops.owner))
        .where(eq(desktops.userId, userId))
      if (!row) return null
      const { id, status, stopAt, view } = row.desktops
      return { id, status, stopAt, view, owner: row.replicas }
    },

    /** The desktop that runs, and is shared by this token. */
    async findView(token: string): Promise<DesktopRecord | null> {
      const isShared = and(eq(desktops.view, token), eq(desktops.status, 'running'))
      const [row] = await db.select().from(desktops).where(isShared)
      return row ? { userId: row.userId, id: row.id } : null
    },

    /** @returns false if the user already has one */
    async add(record: DesktopRecord, now: number): Promise<boolean> {
      const added = await db
        .insert(desktops)
        .values({ ...record, owner, status: 'provisioning', createdAt: new Date(now) })
        // The same record may come again: the answer to the first attempt may have been lost.
        .onConflictDoUpdate({
          target: desktops.userId,
          set: { id: record.id },
          setWhere: eq(desktops.id, record.id),
        })
        .returning({ id: desktops.id })
      return added.length > 0
    },

    async save(id: string, { status, stopAt, view }: DesktopState): Promise<void> {
      await db
        .update(desktops)
        .set({ status, stopAt: stopAt === null ? null : new Date(stopAt), view })
        .where(isOwn(id))
    },

    /** For one whose home is deleted. */
    async remove(id: string): Promise<void> {
      await db.delete(desktops).where(isOwn(id))
      await db.delete(settings).where(eq(settings.key, homeLeft + id))
    },

    /** Gives this replica one whose replica is not alive. @returns false: that replica is back, or another was faster */
    async claim(id: string): Promise<boolean> {
      const alive = db.select().from(replicas).where(eq(replicas.id, desktops.owner))
      const isAbandoned = and(eq(desktops.id, id), notExists(alive))
      const set = { owner, status: 'stopped', stopAt: null } as const
      const claimed = db.update(desktops).set(set).where(isAbandoned)
      return (await claimed.returning({ id: desktops.id })).length > 0
    },

    async known(): Promise<KnownDesktops> {
      const rows = await db
        .select({ id: desktops.id, owner: desktops.owner, living: replicas.id })
        .from(desktops)
        .leftJoin(replicas, eq(replicas.id, desktops.owner))
      // This replica lives, though it has no row if it is alone.
      const alive = rows.filter(one => one.living !== null || one.owner === owner)
      return { all: new Set(rows.map(({ id }) => id)), alive: new Set(alive.map(({ id }) => id)) }
    },

    /**
     * Deletes one whose replica is not alive, and remembers that this replica still has its home.
     *
     * @returns false: the replica is back
     */
    removeAbandoned(id: string): Promise<boolean> {
      return db.transaction(async tx => {
        const alive = tx.select().from(replicas).where(eq(replicas.id, desktops.owner))
        const gone = and(eq(desktops.id, id), notExists(alive))
        return (await removeDesktop(tx, gone)) !== undefined
      })
    },

    /** The desktops that were deleted while this replica was gone, with homes here. */
    async homesLeft(): Promise<string[]> {
      const isHere = and(like(settings.key, `${homeLeft}%`), eq(settings.value, owner))
      const rows = await db.select().from(settings).where(isHere)
      return rows.map(({ key }) => key.slice(homeLeft.length))
    },
  }
}

export type DesktopRecords = ReturnType<typeof desktopRecords>
