import { eq } from 'drizzle-orm'
import type { Database, Db } from './database.ts'
import { settings } from './schema.ts'

/** A setting as it was written. Undefined: it never was. */
export async function readSetting<T>(db: Db, key: string): Promise<T | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row && (row.value as T)
}

/** @param value as JSON can say it */
export async function writeSetting(db: Db, key: string, value: unknown): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

/**
 * Reads a setting, and creates it if it is missing. If several replicas create one at once, all get
 * the same.
 */
export async function settingOr<T>(
  { db }: Database,
  key: string,
  make: () => T | Promise<T>,
): Promise<T> {
  const found = await readSetting<T>(db, key)
  if (found !== undefined) return found
  await db
    .insert(settings)
    .values({ key, value: await make() })
    .onConflictDoNothing()
  return (await readSetting<T>(db, key)) as T
}
