import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { isMissingReference, violatedConstraint } from '../database/errors.ts'
import { teamMembers } from '../database/schema.ts'
import type { Directory } from './directory.ts'

interface Wish {
  userId: string
  teamId: string
  /** Seats in the team; null: as many as come. */
  size: number | null
  now: Date
}

/** Each that fails means that another user was seated: more than this come at no one time. */
const mostAttempts = 1000

/**
 * Puts a user on the lowest free seat of a team. Two that reach for the same seat are told apart by
 * its constraint, and the later one tries the next.
 *
 * @returns `elsewhere`: the user sits in a team already; `gone`: the team was given up meanwhile
 */
export async function takeSeat(
  database: Database,
  directory: Pick<Directory, 'userChanges'>,
  { userId, teamId, size, now }: Wish,
): Promise<'taken' | 'full' | 'elsewhere' | 'gone'> {
  const taken = sql`select seat from ${teamMembers} where team_id = ${teamId}`
  const places =
    size === null ? sql`(select count(*) + 1 from (${taken}) t)::int` : sql`${size}::int`
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    try {
      return await database.once(async tx => {
        const seated = await tx
          .insert(teamMembers)
          .select(
            sql`select ${userId}, ${teamId}, s, ${now.toISOString()}::timestamptz
              from generate_series(1, ${places}) s
              where s not in (${taken}) order by s limit 1`,
          )
          .returning({ seat: teamMembers.seat })
        if (seated.length === 0) return 'full'
        await directory.userChanges(tx, userId)
        return 'taken'
      })
    } catch (error) {
      if (isMissingReference(error)) return 'gone'
      const constraint = violatedConstraint(error)
      if (constraint === null) throw error
      if (!constraint.includes('seat')) return 'elsewhere'
    }
  }
  throw new Error(`no seat of team ${teamId} could be taken in ${mostAttempts} attempts`)
}
