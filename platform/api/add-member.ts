import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { isMissingReference, violatedConstraint } from '../database/errors.ts'
import { lowestFree } from '../database/lowest-free.ts'
import { teamMembers } from '../database/schema.ts'
import type { Directory } from './directory.ts'

interface NewMember {
  userId: string
  teamId: string
  /** The largest size of the team; null: unlimited. */
  size: number | null
  now: Date
}

/** An attempt fails only if another user joined at the same moment. */
const maxAttempts = 1000

/**
 * Adds a user to a team. Members are numbered, and a constraint allows each number only once. So a team
 * never exceeds its size. Of two users who take the same number at once, the later one tries the next.
 *
 * @returns `inTeam`: the user is in a team already; `noTeam`: the team has been removed meanwhile
 */
export async function addMember(
  database: Database,
  directory: Pick<Directory, 'userChanges'>,
  { userId, teamId, size, now }: NewMember,
): Promise<'added' | 'full' | 'inTeam' | 'noTeam'> {
  const taken = sql`select seat from ${teamMembers} where team_id = ${teamId}`
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await database.once(async tx => {
        const inserted = await tx
          .insert(teamMembers)
          .select(
            sql`select ${userId}, ${teamId}, s, ${now.toISOString()}::timestamptz
              from ${lowestFree(taken, size)}`,
          )
          .returning({ place: teamMembers.place })
        if (inserted.length === 0) return 'full'
        await directory.userChanges(tx, userId, teamId)
        return 'added'
      })
    } catch (error) {
      if (isMissingReference(error)) return 'noTeam'
      const constraint = violatedConstraint(error)
      if (constraint === null) throw error
      if (!constraint.includes('seat')) return 'inTeam'
    }
  }
  throw new Error(`team ${teamId} could not be joined in ${maxAttempts} attempts`)
}
