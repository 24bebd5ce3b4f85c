/**
 * The name of the unique constraint that a query ran into, as schema.ts or PostgreSQL's naming
 * rule has it (`teams_name_key_unique`); null where the error is another one.
 */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint, constraint_name } = cause as PostgresError
    if (code === '23505') return constraint_name ?? constraint ?? ''
  }
  return null
}

/** postgres.js says `constraint_name`, PGlite `constraint`. */
interface PostgresError extends Error {
  code?: string
  constraint?: string
  constraint_name?: string
}
