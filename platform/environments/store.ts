import { eq, ne, sql } from 'drizzle-orm'
import type { Endpoint, InstanceState } from '../../src/api/contract.ts'
import { violatedConstraint } from '../database/errors.ts'
import type { Database } from '../database/open.ts'
import { environments } from '../database/schema.ts'

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
    to: { state: InstanceState; scheduledStop: Date | null; endpoints: Endpoint[] },
  ): Promise<void>
  release(id: string): Promise<void>
  /** Those of this driver. What another driver left behind is released: nobody can run it on. */
  all(): Promise<EnvironmentRow[]>
}

export function createStore({ db }: Database, driver: string): EnvironmentStore {
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
          const rows = await db
            .insert(environments)
            .select(
              sql`select ${id}, ${participantId}, ${category}, ${slug}, s, 'starting',
                null::timestamptz, '[]'::jsonb, ${driver}, null, ${startedBy},
                ${now.toISOString()}::timestamptz
              from ${places}`,
            )
            .returning({ slot: environments.slot })
          return rows.length > 0 ? 'claimed' : 'full'
        } catch (error) {
          const constraint = violatedConstraint(error)
          if (constraint === null) throw error
          // Another request took the place a moment before: the next round finds the next one.
          if (constraint !== 'environments_slot') return 'held'
        }
      }
    },

    async update(id, to) {
      await db.update(environments).set(to).where(eq(environments.id, id))
    },

    async release(id) {
      await db.delete(environments).where(eq(environments.id, id))
    },

    async all() {
      await db.delete(environments).where(ne(environments.driver, driver))
      return db.select().from(environments)
    },
  }
}
