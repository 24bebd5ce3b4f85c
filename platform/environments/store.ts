import { and, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { EndReason } from '../../src/api/contract.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/errors.ts'
import { lowestFree } from '../database/lowest-free.ts'
import { environmentEnds, environments, replicas } from '../database/schema.ts'
import type { End } from './ends.ts'

export type EnvironmentRow = typeof environments.$inferSelect

export interface Claim {
  id: string
  accountId: string
  category: string
  slug: string
  /** How many environments the account may have at once; null: any number. */
  maximum: number | null
  startedBy: string
  now: Date
}

/** The table of environments. */
export interface EnvironmentStore {
  /**
   * Takes the account's lowest free slot. If two requests want the same slot, the constraints of the table
   * decide. It announces nothing, since nobody can see the environment yet.
   *
   * @returns `exists`: the account has an environment of this challenge already
   */
  claim(claim: Claim): Promise<'claimed' | 'full' | 'exists'>
  update(
    id: string,
    to: Pick<EnvironmentRow, 'state' | 'scheduledStop' | 'endpoints'>,
  ): Promise<void>
  /** @param end what its account learns of its end; null: somebody stopped it */
  release(id: string, end: EndReason | null): Promise<void>
  ends(): Promise<End[]>
  /** To be called if the owner does not answer. The replica that takes over then stops the environment. */
  markStopping(id: string): Promise<void>
  /**
   * Makes this replica the owner of rows without a living owner, and returns them. Two replicas that
   * call at once never get the same row.
   *
   * @param options.includingOwn also return the rows that this replica owns already
   */
  takeOver(options: { includingOwn: boolean }): Promise<EnvironmentRow[]>
  /** The rows of this replica. */
  own(): Promise<EnvironmentRow[]>
  /** The rows of other replicas: of one account, or all. */
  remote(accountId?: string): Promise<EnvironmentRow[]>
  ids(whose?: 'own'): Promise<Set<string>>
  /** Where a running environment of another replica is; null: there is none. */
  replicaOf(id: string): Promise<{ url: string | null } | null>
}

export interface StoreOptions {
  database: Database
  /** The driver's name, for people who read the table. */
  driver: string
  /** This replica's id. */
  owner: string
  /** Called after each change but a claim. `end`: of the environment that is gone with it. */
  changed: (accountId: string, end?: End) => Promise<void>
  clock: Clock
}

export function createStore(options: StoreOptions): EnvironmentStore {
  const { driver, owner, changed, clock } = options
  const { db, once } = options.database
  const isOwn = (id: string) => and(eq(environments.id, id), eq(environments.owner, owner))
  const notify = async (rows: { accountId: string }[]) => {
    for (const { accountId } of rows) await changed(accountId)
  }

  return {
    async claim({ id, accountId, category, slug, maximum, startedBy, now }) {
      const taken = sql`select slot from ${environments}
        where account_id = ${accountId} and slot is not null`
      const free =
        maximum === null ? sql`(values (null::int)) free (s)` : lowestFree(taken, maximum)
      for (;;) {
        try {
          const rows = await once(tx =>
            tx
              .insert(environments)
              .select(
                sql`select ${id}, ${accountId}, ${category}, ${slug}, s, 'starting',
                  null::timestamptz, '[]'::jsonb, ${driver}, ${startedBy},
                  ${now.toISOString()}::timestamptz, ${owner}
                from ${free}`,
              )
              .returning({ slot: environments.slot }),
          )
          return rows.length === 0 ? 'full' : 'claimed'
        } catch (error) {
          const constraint = violatedConstraint(error)
          if (constraint === null) throw error
          // Another request took the slot a moment ago: try the next free one.
          if (constraint !== 'environments_slot') return 'exists'
        }
      }
    },

    async update(id, to) {
      await notify(await db.update(environments).set(to).where(isOwn(id)).returning())
    },

    async release(id, reason) {
      const endedAt = new Date(clock.now())
      const ended = await once(async tx => {
        const [gone] = await tx.delete(environments).where(isOwn(id)).returning()
        if (!gone) return null
        const { accountId, category, slug } = gone
        const { accountId: account, category: ofCategory, slug: ofSlug } = environmentEnds
        await tx
          .delete(environmentEnds)
          .where(and(eq(account, accountId), eq(ofCategory, category), eq(ofSlug, slug)))
        const end = { accountId, category, slug, reason }
        if (reason) await tx.insert(environmentEnds).values({ ...end, reason, endedAt })
        return { ...end, at: endedAt.getTime() }
      })
      if (ended) await changed(ended.accountId, ended)
    },

    async ends() {
      const rows = await db.select().from(environmentEnds)
      return rows.map(({ endedAt, ...end }) => ({ ...end, at: endedAt.getTime() }))
    },

    async markStopping(id) {
      const hasId = eq(environments.id, id)
      await notify(
        await db.update(environments).set({ state: 'stopping' }).where(hasId).returning(),
      )
    },

    async takeOver({ includingOwn }) {
      const alive = db.select().from(replicas).where(eq(replicas.id, environments.owner))
      const own = includingOwn ? eq(environments.owner, owner) : undefined
      const isFree = or(isNull(environments.owner), notExists(alive), own)
      const taken = await once(tx =>
        tx.update(environments).set({ owner }).where(isFree).returning(),
      )
      await notify(taken)
      return taken
    },

    own: async () => db.select().from(environments).where(eq(environments.owner, owner)),

    async remote(accountId) {
      const whose = accountId === undefined ? undefined : eq(environments.accountId, accountId)
      return db
        .select()
        .from(environments)
        .where(and(ne(environments.owner, owner), whose))
    },

    async replicaOf(id) {
      const isRunning = and(eq(environments.id, id), eq(environments.state, 'running'))
      const [found] = await db
        .select({ url: replicas.url })
        .from(environments)
        .leftJoin(replicas, eq(replicas.id, environments.owner))
        .where(and(isRunning, ne(environments.owner, owner)))
      return found ?? null
    },

    async ids(whose) {
      const rows = db.select({ id: environments.id }).from(environments)
      return new Set((await rows.where(whose && eq(environments.owner, owner))).map(({ id }) => id))
    },
  }
}
