import { sql } from 'drizzle-orm'
import type { Db } from '../../database/database.ts'

/** A number that no other program on the same database uses. */
const lock = 4_711_003

/** Waits for the flags that are stored after the end. Others wait, and then read the new end. */
export const lockEnd = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${lock})`)

/** Until the transaction ends, no organiser moves the end. */
export const keepEnd = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`)
