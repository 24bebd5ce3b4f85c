/**
 * The name of the unique constraint that a query violated, from schema.ts or by PostgreSQL's naming
 * rule (`teams_name_key_unique`); null for any other error.
 */
export function violatedConstraint(error: unknown): string | null {
  const found = findError(error, one => one.code === '23505')
  return found && (found.constraint ?? '')
}

/** Whether a query referred to a missing row of another table. */
export const isMissingReference = (error: unknown): boolean =>
  findError(error, one => one.code === '23503') !== null

/** The character that no text in PostgreSQL can contain: NUL, as such or in JSON. */
export const isUnstorable = (error: unknown): boolean =>
  findError(error, one => one.code === '22021' || one.code === '22P05') !== null

/** The error of PGlite and node-postgres. */
interface PostgresError extends Error {
  code?: string
  constraint?: string
  severity?: string
}

/** Searches an error and its causes, since drizzle wraps the error of the engine. */
export function findError(
  error: unknown,
  matches: (error: PostgresError) => boolean,
): PostgresError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (matches(cause)) return cause
  return null
}
