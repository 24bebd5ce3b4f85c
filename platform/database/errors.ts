/**
 * The name of the unique constraint that a query ran into, as schema.ts or PostgreSQL's naming
 * rule has it (`teams_name_key_unique`); null where the error is another one.
 */
export function violatedConstraint(error: unknown): string | null {
  const found = findError(error, one => one.code === '23505')
  return found && (found.constraint ?? '')
}

/** Whether a query named a row of another table that is not there. */
export const isMissingReference = (error: unknown): boolean =>
  findError(error, one => one.code === '23503') !== null

/** A character that no text of the database holds: NUL, as such or in JSON. */
export const isUnstorable = (error: unknown): boolean =>
  findError(error, one => one.code === '22021' || one.code === '22P05') !== null

/** As PGlite and node-postgres tell it. */
interface PostgresError extends Error {
  code?: string
  constraint?: string
}

/** Among an error and its causes: drizzle wraps what the engine said. */
export function findError(
  error: unknown,
  isIt: (error: PostgresError) => boolean,
): PostgresError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isIt(cause)) return cause
  return null
}
