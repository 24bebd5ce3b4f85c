import { and, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/errors.ts'
import { environments, replicas } from '../database/schema.ts'

export type EnvironmentRow = typeof environments.$inferSelect

export interface Claim {
  id: string
  participantId: string
  category: string
  slug: string
  /** Environments that the account may hold at once; null: unlimited. */
  maximum: number | null
  startedBy: string
  now: Date
}

/** What accounts hold, as the database has it. */
export interface EnvironmentStore {
  /**
   * Takes the account's lowest free place. The constraints of the table decide between two that
   * reach for the same.
   *
   * @returns `held`: the account has an environment of this challenge already
   */
  claim(claim: Claim): Promise<'claimed' | 'full' | 'held'>
  update(
    id: string,
    to: Pick<EnvironmentRow, 'state' | 'scheduledStop' | 'endpoints'>,
  ): Promise<void>
  release(id: string): Promise<void>
  /** Whoever runs it is to stop it: for when its owner does not answer. */
  markStopping(id: string): Promise<void>
  /**
   * Makes ours what belongs to no living replica. Two replicas that take at once never get the same.
   *
   * @param own take, and give, what is ours already, too
   */
  take(own: boolean): Promise<EnvironmentRow[]>
  /** What other replicas run: of one account, or all. */
  others(participantId?: string): Promise<EnvironmentRow[]>
  ids(whose?: 'mine'): Promise<Set<string>>
}

export interface StoreOptions {
  database: Database
  /** The driver's name, told to whoever reads the table. */
  driver: string
  /** This replica. */
  owner: string
  /** Told after each change. */
  changed: (participantId: string) => Promise<void>
}

export function createStore(options: StoreOptions): EnvironmentStore {
  const { driver, owner, changed } = options
  const { db, once } = options.database
  const isOurs = (id: string) => and(eq(environments.id, id), eq(environments.owner, owner))
  const tell = async (rows: { participantId: string }[]) => {
    for (const { participantId } of rows) await changed(participantId)
  }

  return {
    async claim({ id, participantId, category, slug, maximum, startedBy, now }) {
      const taken = sql`select slot from ${environments}
        where participant_id = ${participantId} and slot is not null`
      const places =
        maximum === null
          ? sql`(values (null::int)) places (s)`
          : sql`generate_series(1, ${maximum}::int) s where s not in (${taken}) order by s limit 1`
      for (;;) {
        try {
          const rows = await once(tx =>
            tx
              .insert(environments)
              .select(
                sql`select ${id}, ${participantId}, ${category}, ${slug}, s, 'starting',
                  null::timestamptz, '[]'::jsonb, ${driver}, ${startedBy},
                  ${now.toISOString()}::timestamptz, ${owner}
                from ${places}`,
              )
              .returning({ slot: environments.slot }),
          )
          if (rows.length === 0) return 'full'
          await changed(participantId)
          return 'claimed'
        } catch (error) {
          const constraint = violatedConstraint(error)
          if (constraint === null) throw error
          // Another request took the place a moment before: the next round finds the next one.
          if (constraint !== 'environments_slot') return 'held'
        }
      }
    },

    async update(id, to) {
      await tell(await db.update(environments).set(to).where(isOurs(id)).returning())
    },

    async release(id) {
      await tell(await once(tx => tx.delete(environments).where(isOurs(id)).returning()))
    },

    async markStopping(id) {
      const isIt = eq(environments.id, id)
      await tell(await db.update(environments).set({ state: 'stopping' }).where(isIt).returning())
    },

    async take(own) {
      const alive = db.select().from(replicas).where(eq(replicas.id, environments.owner))
      const mine = own ? eq(environments.owner, owner) : undefined
      const isFree = or(isNull(environments.owner), notExists(alive), mine)
      const taken = await once(tx =>
        tx.update(environments).set({ owner }).where(isFree).returning(),
      )
      await tell(taken)
      return taken
    },

    async others(participantId) {
      const whose =
        participantId === undefined ? undefined : eq(environments.participantId, participantId)
      return db
        .select()
        .from(environments)
        .where(and(ne(environments.owner, owner), whose))
    },

    async ids(whose) {
      const rows = db.select({ id: environments.id }).from(environments)
      return new Set((await rows.where(whose && eq(environments.owner, owner))).map(({ id }) => id))
    },
  }
}
