import { sql } from 'drizzle-orm'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Db } from '../../database/database.ts'

/** Waits for the flags that are stored after the end. Others wait, and then read the new end. */
export const lockEnd = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.end})`)

/** Until the transaction ends, no organiser moves the end. */
export const keepEnd = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.end})`)
