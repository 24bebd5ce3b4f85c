import { join } from 'node:path'

/** Generated from schema.ts by `drizzle-kit generate --config platform/database/drizzle.config.ts`. */
export const migrationsFolder = join(import.meta.dirname, 'migrations')
