import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { settings } from './schema.ts'

/**
 * Reads a setting, and creates it if it is missing. If several replicas create one at once, all get
 * the same.
 */
export async function settingOr<T>(
  { db }: Database,
  key: string,
  make: () => T | Promise<T>,
): Promise<T> {
  const read = async () => {
    const [row] = await db.select().from(settings).where(eq(settings.key, key))
    return row && (row.value as T)
  }
  const found = await read()
  if (found !== undefined) return found
  await db
    .insert(settings)
    .values({ key, value: await make() })
    .onConflictDoNothing()
  return (await read()) as T
}
